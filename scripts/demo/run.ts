import { failureExit } from '../../cli/terminal/failure.ts'
import { print, write } from '../../cli/terminal/output.ts'
import type { World } from '../../local/startWorld.ts'
import { serve } from './serve.ts'
import { startProgress } from './startProgress.ts'
import { summaryOf } from './summaryOf.ts'
import { tablesOf } from './tablesOf.ts'
import { tell } from './tell.ts'

export type Options = {
  readonly seed: number
  readonly workers: number
  readonly json?: boolean
  readonly serve?: boolean
}

/** Tells the story and says what came of it. The exit code is 0 only if everything was as it must be. */
export async function run({ seed, workers, json = false, serve: stays = false }: Options): Promise<void> {
  const started = performance.now()
  const progress = startProgress(json ? process.stderr : process.stdout)
  let world: World | undefined
  const leave = leaveOnSignal(() => world)
  try {
    const story = await tell({ seed, workers }, progress, (one) => {
      world = one
    })
    const ms = Math.round(performance.now() - started)
    const summary = summaryOf(story.told, story.money, story.cast, { seed, ms })
    if (!summary.ok) process.exitCode = failureExit
    if (json) await print(summary, { json })
    else {
      const verdict = summary.ok ? 'Everything was as it must be' : 'NOT EVERYTHING WAS AS IT MUST BE'
      await write(`\n${tablesOf(story.told, story.money, story.cast)}\n\n${verdict}, in ${ms} ms.\n`)
    }
    leave.forget()
    if (stays) await serve(story.world)
  } finally {
    leave.forget()
    progress.done()
    await world?.stop()
  }
}

/** Whoever interrupts the story wants it to end, and nothing to be left behind. */
function leaveOnSignal(world: () => World | undefined): { forget(): void } {
  const leave = async () => {
    await world()
      ?.stop()
      .catch(() => {})
    process.exit(interruptedExit)
  }
  const signals = ['SIGINT', 'SIGTERM'] as const
  for (const signal of signals) process.once(signal, leave)
  return {
    forget() {
      for (const signal of signals) process.removeListener(signal, leave)
    },
  }
}

/** 128 and the number of SIGINT, as shells have it. */
const interruptedExit = 130
