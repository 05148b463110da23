import type { Agents, Edition } from './edition.ts'
import { ether } from './ledger.ts'

/** How far honest people look after a market. With `nobody` the first report is the last word. */
export type Watch = 'nobody' | 'appeals' | 'last-resort'

/** What a coalition finds: the market, the honest ones and what they do, and what it has itself. */
export type World = {
  readonly pool: bigint
  readonly honest: Agents
  readonly own: Agents
  /** Fresh agents for each appeal. The honest ones join every appeal that matters; the coalition chooses. */
  readonly reserve: { readonly honest: number; readonly own: number }
  readonly watch: Watch
  /**
   * The market is asked before its source has a sample. By the first edition's rules honest workers then say Invalid, and a signed
   * sample comes later; by the second's nobody answers before there is one.
   */
  readonly isEarly: boolean
  /** What a ruling costs. */
  readonly rulingCost: bigint
  /** The most that the coalition may have locked up at once. */
  readonly budget: bigint
}

/** The composite that good plain work earns. */
export const usualComposite = 7_000

/** A pool of 1 ether among newcomers of equal scores, whom nobody looks after. */
export function worldOf(edition: Edition, changes: Partial<World> = {}): World {
  const newcomers = {
    composite: usualComposite,
    factorBps: edition.newcomerFactorBps,
    isNew: true,
    isBacked: true,
  }
  return {
    pool: ether,
    honest: newcomers,
    own: newcomers,
    reserve: { honest: 0, own: 0 },
    watch: 'nobody',
    isEarly: false,
    rulingCost: ether / 10n,
    budget: 1_000_000n * ether,
    ...changes,
  }
}

/** The same where all seats are open to all, as where newcomers have as many places as there are seats. */
export function tableWorld(edition: Edition, changes: Partial<World> = {}): World {
  const world = worldOf(edition, changes)
  return { ...world, honest: { ...world.honest, isNew: false }, own: { ...world.own, isNew: false } }
}
