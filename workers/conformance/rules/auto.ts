import { Docket, Instant, Wire } from '../../../protocol/index.ts'
import type { ConformanceRule } from '../ConformanceRule.ts'
import { type Probe, replyOf, type Subject } from '../Probe.ts'
import * as questions from '../questions.ts'
import { fail, pass, type RuleResult, skip } from '../RuleResult.ts'
import { countable } from './answer.ts'

/** Questions that a number decides: the answer must carry the check that the contract repeats. */
type Case = { reply: Wire.ResolveReply; check: Docket.Check; rule: Docket.Rule }

async function caseOf(probe: Probe, subject: Subject = probe.auto): Promise<Case | null> {
  const { reply } = Wire.readAnswer(replyOf(await probe.resolve(subject.request)))
  const check = reply === null ? null : Wire.docketCheck(reply)
  return reply === null || check === null || subject.rule === null
    ? null
    : { reply, check, rule: subject.rule }
}

const judged = (judge: (one: Case) => RuleResult) => async (probe: Probe) => {
  const one = await caseOf(probe)
  return one === null ? skip('There is no check to look at.') : judge(one)
}

/** An Invalid vote needs no sample. */
const sampled = (judge: (one: Case) => RuleResult) =>
  judged((one) =>
    one.check.result === 'INVALID'
      ? skip(
          'The check says INVALID, so there is no sample.',
          'Give a question your worker can decide with --question.',
        )
      : judge(one),
  )

const withCheck = [...countable, 'auto-answer', 'auto-check']

export const auto: readonly ConformanceRule[] = [
  {
    id: 'auto-answer',
    title: 'a question with an auto rule gets an answer that can be read',
    requirement: 'S0-40 S1-29',
    severity: 'must',
    needs: countable,
    async run(probe) {
      const read = Wire.readAnswer(replyOf(await probe.resolve(probe.auto.request)))
      if (read.reason === null) return pass(`${Wire.outcomeOf(read.reply)}.`)
      return fail(
        `The answer would be excluded as ${read.reason}: ${read.detail}.`,
        'Answer INVALID, with the reason as evidence, where you cannot decide.',
      )
    },
  },
  {
    id: 'auto-check',
    title: 'on an auto rule the answer carries rule_check',
    requirement: 'Report Wire',
    severity: 'must',
    needs: [...countable, 'auto-answer'],
    async run(probe) {
      const { reply } = Wire.readAnswer(replyOf(await probe.resolve(probe.auto.request)))
      if (reply?.rule_check !== undefined) return pass(`Its result is ${reply.rule_check.result}.`)
      return fail(
        'There is no rule_check.',
        'Send {observed_at, value, tier, result}; without a sample {0, "0", 3, "INVALID"}.',
      )
    },
  },
  {
    id: 'auto-agrees',
    title: 'rule_check says what the answer says',
    requirement: 'Report',
    severity: 'must',
    needs: withCheck,
    run: judged(({ reply, check }) => {
      const outcome = Wire.outcomeOf(reply)
      if (check.result === outcome) return pass(`Both say ${outcome}.`)
      return fail(
        `The check says ${check.result}, the answer ${outcome}.`,
        'Derive determination and outcome from the check.',
      )
    }),
  },
  {
    id: 'auto-comparison',
    title: 'rule_check compares right',
    requirement: 'Report C32',
    severity: 'must',
    needs: withCheck,
    run: sampled(({ reply, check, rule }) => {
      const expected = Docket.holds(rule.op, check.value, rule.target) ? 'YES' : 'NO'
      if (check.result === expected) return pass(`${reply.rule_check!.value} gives ${expected}.`)
      return fail(
        `${reply.rule_check!.value} gives ${expected}, the check says ${check.result}.`,
        'Compare exact decimals, never floats.',
      )
    }),
  },
  {
    id: 'auto-window',
    title: 'the sample was taken inside the window of the rule',
    requirement: 'C54 Report',
    severity: 'must',
    needs: withCheck,
    run: sampled(({ check, rule }) => {
      const window = `${Instant.format(rule.from)} to ${Instant.format(rule.to)}`
      if (check.observedAt >= rule.from && check.observedAt <= rule.to) return pass(`Within ${window}.`)
      return fail(
        `observed_at is ${check.observedAt}, outside ${window}.`,
        'Take the first sample at or after the deadline, in Unix seconds; none within the tolerance is INVALID.',
      )
    }),
  },
  {
    id: 'auto-tier',
    title: 'where only zkTLS counts, a worse proof is answered INVALID',
    requirement: 'C67 Report',
    severity: 'must',
    needs: withCheck,
    async run(probe) {
      const one = await caseOf(probe, probe.imagine(20, questions.bestTierOnly))
      if (one === null) return fail('There is no answer with a check.', 'Answer INVALID with a rule_check.')
      if (one.check.result === 'INVALID') return pass('Answered INVALID.')
      const { tier } = one.check
      if (tier <= one.rule.maxTier) return pass(`Answered with tier ${tier}.`)
      return fail(
        `Answered ${one.check.result} with tier ${tier}, where only tier ${one.rule.maxTier} counts.`,
        'Read `resolver` of the rule: `brevis:zktls` asks for tier 0, and INVALID where you have none.',
      )
    },
  },
]
