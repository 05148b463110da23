import fc from 'fast-check'
import type { Ended, Group } from '../../../../scripts/bench/economics/ledger.ts'

/** Any market that could end, whatever its votes and amounts: rules must share out the money of all of them. */
const group: fc.Arbitrary<Group> = fc.record({
  isOwn: fc.boolean(),
  cohort: fc.constantFrom(0, 1, 2),
  count: fc.integer({ min: 1, max: 32 }),
  said: fc.constantFrom('YES', 'NO', 'INVALID', 'silent', 'absent', 'excused', 'struck'),
  stake: fc.bigInt(1n, 10n ** 19n),
  weight: fc.nat(40_000),
  share: fc.bigInt(1n, 150_000_000n),
  isStruckByOwn: fc.boolean(),
})

const outcome = fc.constantFrom('YES' as const, 'NO' as const, 'INVALID' as const)

const appeal = fc.record({
  isOwn: fc.boolean(),
  bond: fc.bigInt(1n, 10n ** 19n),
  against: outcome,
  hadQuorum: fc.boolean(),
})

const turn = fc.record({
  to: outcome,
  cohort: fc.constantFrom(0, 1, 2),
  by: fc.constantFrom('report' as const, 'strike' as const, 'ruling' as const),
})

export const endings: fc.Arbitrary<Ended> = fc
  .record({
    pool: fc.bigInt(1n, 10n ** 20n),
    groups: fc.array(group, { maxLength: 8 }),
    outcome,
    ending: fc.constantFrom('vote' as const, 'default' as const),
    appeals: fc.array(appeal, { minLength: 2, maxLength: 2 }),
    turns: fc.array(turn, { minLength: 1, maxLength: 4 }),
    rulingCost: fc.bigInt(0n, 10n ** 18n),
  })
  .map((ended) => ({
    ...ended,
    ending: ended.outcome === 'INVALID' ? ended.ending : ('vote' as const),
    turns: ended.turns.with(-1, { ...ended.turns.at(-1)!, to: ended.outcome }),
  }))
