import type { Row } from '../measure.ts'
import { truthOf } from './coalitions.ts'
import type { Edition } from './edition.ts'
import { ether } from './ledger.ts'
import type { Result } from './play.ts'
import { enumerate } from './search.ts'
import { type Action, type AppealAction, answersOf } from './strategies.ts'
import { inEther } from './table.ts'
import { tableWorld, type Watch } from './world.ts'

/** What an amount of money brings, whatever it is used for. */

/** Capitals that are asked about, in wei, for a pool of 1 ether. */
export const capitals: readonly bigint[] = [10n, 25n, 50n, 100n, 250n, 500n].map(
  (tenths) => (tenths * ether) / 10n,
)

/** Records at the ends of the scale: a newcomer, and an agent that was always right with the best scores. */
export const records = { newcomers: 2_500, veterans: 15_000 } as const

export const watches: Readonly<Record<Watch, string>> = {
  nobody: 'nobody watches',
  appeals: 'people appeal',
  'last-resort': 'people appeal and an arbiter rules',
}

/** How many equal votes outvote so many others by the margin. */
export const agentsToOutvote = ({ minMarginBps }: Edition, others: number): number =>
  Math.ceil((others * (10_000 + minMarginBps)) / (10_000 - minMarginBps))

/** The best that a capital brings. `beyond` is what the truth would not have paid the same seats. */
export type Gain = { readonly beyond: bigint; readonly result: Result }

/**
 * For each capital the best of all plans, of coalitions with any number of the seats, or none. They raise appeals themselves
 * if they like, and join each of them with enough fresh agents to outvote all seats of round 1, or fill it with the truth. Silence
 * brings nothing here, and is left out unless asked for.
 */
export function gainsOf(
  edition: Edition,
  n: number,
  watch: Watch,
  factorBps: number,
  moves: readonly (Action & AppealAction)[] = ['truth', 'lie', 'doubt'],
): Gain[] {
  const base = tableWorld(edition, { watch, reserve: { honest: n, own: n } })
  const world = { ...base, own: { ...base.own, factorBps } }
  const fresh = agentsToOutvote(edition, n)
  const filling = [false, true].map((isRaised) => ({ isRaised, mix: { truth: 32 } }))
  const answers = [...answersOf(fresh, [fresh], moves), ...filling]
  const space = { actions: moves, answers, isFirst: [false] }
  const gains: (Gain | undefined)[] = capitals.map(() => undefined)
  for (let own = 0; own <= n; own++) {
    const truth = truthOf(edition, world, own, n - own)
    enumerate(edition, world, { own, honest: n - own }, space, (result) => {
      const beyond = result.profit - truth
      capitals.forEach((capital, i) => {
        const before = gains[i]
        if (result.capital <= capital && (before === undefined || beyond > before.beyond))
          gains[i] = { beyond, result }
      })
    })
  }
  return gains.map((gain) => gain!)
}

export function capitalRows(edition: Edition, sizes: readonly number[]): Row[] {
  const rows: Row[] = []
  for (const n of sizes)
    for (const [watch, words] of Object.entries(watches) as [Watch, string][])
      for (const [who, factorBps] of Object.entries(records))
        gainsOf(edition, n, watch, factorBps).forEach(({ beyond }, i) => {
          const name = `${edition.name}: beyond the truth by ${inEther(capitals[i]!)} ETH of ${who}, ${words}`
          rows.push({ name, n, value: inEther(beyond), unit: 'ETH' })
        })
  return rows
}
