import { setTimeout as wait } from 'node:timers/promises'

/** Unix seconds, and waiting by the same measure. */
export type Clock = {
  now(): number
  sleep(seconds: number): Promise<void>
}

export const systemClock: Clock = {
  now: () => Math.floor(Date.now() / 1_000),
  sleep: (seconds) => wait(seconds * 1_000),
}

/** Told of each step once it is done. Whatever happens between two of them, the next run must make good. */
export type Checkpoint = (step: string) => void

export const noCheckpoint: Checkpoint = () => {}
