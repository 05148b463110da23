import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { betsForAll, oddsForAll, type Stakes } from '../../../../scripts/bench/economics/bets.ts'
import { capitals, gainsOf, records, watches } from '../../../../scripts/bench/economics/capital.ts'
import type { Edition } from '../../../../scripts/bench/economics/edition.ts'
import {
  breakEvenBps,
  correctorGain,
  lateTake,
  outsiders,
} from '../../../../scripts/bench/economics/facts.ts'
import { first } from '../../../../scripts/bench/economics/first.ts'
import { joinsNeeded } from '../../../../scripts/bench/economics/lot.ts'
import type { Result } from '../../../../scripts/bench/economics/play.ts'
import { second, turningSeats } from '../../../../scripts/bench/economics/second.ts'
import {
  agentsOf,
  betsOdds,
  inEther,
  type Line,
  largestBetsBps,
  lineOf,
  markdown,
  odds,
  sizes,
  stakesHedged,
  stakesPreempted,
  stakesWithBet,
} from '../../../../scripts/bench/economics/table.ts'
import { poolForAll, together } from '../../../../scripts/bench/economics/variants.ts'
import type { Watch } from '../../../../scripts/bench/economics/world.ts'

const page = (name: string): string =>
  readFileSync(new URL(`../../../../docs/${name}.md`, import.meta.url), 'utf8')

const line = (...cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`

/** The tables of both pages, reckoned again. The bench's own table is compared in ../economics.test.ts. */
describe('the pages about the cost of corruption', () => {
  const [economics, security] = [page('economics'), page('security')]
  const turning = sizes.map((n) => lineOf(second, n, 'turn'))

  it('have the main table in security.md', () => {
    const lines = turning.flatMap((turn) => [turn, lineOf(second, turn.n, 'block')])
    const columns = [
      'seats',
      'to',
      'needs',
      'capital',
      'truth',
      'profit',
      'with a bet',
      'after appeals',
      'and a ruling',
      'in spite of appeals',
    ]
    for (const text of markdown(lines, columns)) expect(security).to.contain(text)
  })

  it('say up to which maxBetsBps the truth pays more, with and without agents enough to hedge', () => {
    for (const turn of turning) {
      const cells = betsOdds.map((odds) =>
        [stakesWithBet, stakesHedged]
          .map((stakes) => largestBetsBps(turn, odds, stakes) ?? 'none')
          .join(' · '),
      )
      expect(economics).to.contain(line(turn.n, ...cells))
    }
  })

  it('say how often corrections must come, by what a coalition does about them', () => {
    const needed = (of: readonly Stakes[]) => `${oddsForAll(of) / 100} %`
    const all = sizes.map((n) => lineOf(poolForAll, n, 'turn'))
    const ofSmallest = (turn: Line) =>
      stakesHedged(turn).filter((_, i) => turn.coalitions[i]!.stands.seats.own === turn.seats)
    for (const [name, cells] of [
      ['joins the appeal with as many agents as it has seats', turning.map((turn) => stakesWithBet(turn))],
      ['raises that appeal before others do', turning.map((turn) => stakesPreempted(turn))],
      ['does all it can, and has no more seats than it needs', turning.map(ofSmallest)],
      ['does all it can, with any seats', turning.map((turn) => stakesHedged(turn))],
      ['the same, if the pool were for all who brought the outcome', all.map((turn) => stakesHedged(turn))],
    ] as const)
      expect(economics).to.contain(line(name, ...cells.map(needed)))
  })

  it('say what bets are protected from a coalition that hedges', () => {
    for (const turn of turning) {
      const cells = odds.map((bps) => inEther(betsForAll(bps, stakesHedged(turn, 0n))).toFixed(2))
      expect(economics).to.contain(line(turn.n, ...cells))
    }
  })

  it('say what those earn who correct an outcome', () => {
    for (const [name, edition, goal] of [
      ['a turned outcome', second, 'turn'],
      ['a blocked outcome', second, 'block'],
      ['turned, if the pool were for all who brought the outcome', poolForAll, 'turn'],
      ['blocked, the same', poolForAll, 'block'],
    ] as const) {
      const cells = sizes.map((n) => inEther(correctorGain(edition, n, goal)))
      expect(economics).to.contain(line(name, ...cells))
    }
  })

  it('say what a capital brings', () => {
    for (const n of [3, 5, 10])
      for (const [watch, words] of Object.entries(watches) as [Watch, string][]) {
        const [newcomers, veterans] = [records.newcomers, records.veterans].map((factorBps) =>
          gainsOf(second, n, watch, factorBps).map(({ beyond }) => inEther(beyond)),
        )
        const cells = capitals.map((_, i) => [...new Set([newcomers![i]!, veterans![i]!])].join(' · '))
        expect(economics).to.contain(line(n, words, ...cells))
      }
  })

  it('say who turns a right outcome from outside', () => {
    const told = (plan: Result | null) =>
      plan === null
        ? 'none'
        : `${agentsOf(plan)} agents, ${inEther(plan.capital)} ETH, gain ${inEther(plan.profit)}`
    for (const n of sizes)
      expect(economics).to.contain(
        line(n, told(outsiders(second, n, 0, 0)), told(outsiders(second, n, 0, n))),
      )
  })

  it('say what those take who come late, by each rule of sharing', () => {
    const rules: readonly [string, Edition][] = [
      ['first edition', first],
      ['all sharing together', together],
      ['later seats apart, pool for all who brought the outcome', poolForAll],
      ['**the rule**: later seats apart, pool for round 1', second],
    ]
    for (const [name, edition] of rules) {
      const cells = sizes.map((n) => inEther(lateTake(edition, n, 32).profit))
      expect(economics).to.contain(line(name, ...cells))
    }
  })

  it('say how often a worker may err, and how many agents the lot asks for', () => {
    const errors = sizes.map((n) => `${breakEvenBps(second, n) / 100} %`)
    expect(economics).to.contain(line('errors', ...errors))
    for (const odds of [0.5, 0.01, 1e-6]) {
      const agents = [32, 64, 96].map((honest) => joinsNeeded(honest, 32, turningSeats(32), odds))
      expect(economics).to.contain(agents.join(', '))
    }
  })
})
