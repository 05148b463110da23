import { z } from 'zod'
import { Wire } from '../../../protocol/index.ts'
import type { ConformanceRule } from '../ConformanceRule.ts'
import type { Exchange } from '../exchange.ts'
import { describe, type Probe, replyOf } from '../Probe.ts'
import * as questions from '../questions.ts'
import { fail, pass, type RuleResult, skip } from '../RuleResult.ts'
import { sameBytes } from '../values.ts'
import { countable } from './answer.ts'

/** Old and new callers, repeated and different requests. */
const counts = (exchange: Exchange, todo: string): RuleResult => {
  const { reply, reason } = Wire.readAnswer(replyOf(exchange))
  if (reply !== null) return pass('The answer can be read.')
  const { detail } = Wire.readAnswer(replyOf(exchange)) as { detail: string }
  return fail(`The answer would be excluded as ${reason}: ${detail}.`, todo)
}

/** The four fields of the seed, however long they are. */
const fields = z.object({
  determination: z.boolean(),
  confidence: z.number().min(0).max(1),
  evidence: z.string(),
  sources: z.array(z.string()),
})

function hasFields(probe: Probe, exchange: Exchange, todo: string): RuleResult {
  if (exchange.kind !== 'reply' || exchange.status !== 200)
    return fail(`It gave ${describe(exchange)}.`, todo)
  const [issue] = fields.safeParse(probe.object(exchange)).error?.issues ?? []
  if (issue === undefined) return pass('The four fields are there.')
  return fail(`${issue.path.map(String).join('.') || 'the reply'}: ${issue.message}`, todo)
}

function same(replies: readonly Exchange[], todo: string): RuleResult {
  const [first] = replies
  const odd = replies.find((one) => one.kind !== 'reply' || one.status !== 200)
  if (odd !== undefined) return fail(`One of ${replies.length} gave ${describe(odd)}.`, todo)
  const isSame = replies.every(
    (one) => one.kind === 'reply' && first!.kind === 'reply' && sameBytes(one.body, first!.body),
  )
  return isSame
    ? pass(`${replies.length} replies, the same bytes.`)
    : fail(`${replies.length} replies to one request differ.`, todo)
}

const keep =
  'Keep the answer by the hash of its request and serve the same bytes again, also after a restart.'

/** The same request in another spelling: keys the other way round, with white space and escapes. */
function respell(request: object): string {
  const entries = Object.entries(request).reverse()
  const text = JSON.stringify(Object.fromEntries(entries), null, 3)
  return text.replaceAll('§', '\\u00a7')
}

const consensus = 'This ensures DON nodes reach consensus on identical responses.'

export const requests: readonly ConformanceRule[] = [
  {
    id: 'minimal-request',
    title: 'market_id and question alone are enough to be answered',
    requirement: 'S1-4 S1-5 S1-6 S1-7',
    severity: 'must',
    seed: '| `deadline` | `number` | No |',
    needs: countable,
    async run(probe) {
      const { market_id } = probe.imagine(10, questions.manual).request
      const reply = await probe.resolve({ market_id, question: questions.plainQuestion })
      const todo = 'deadline and context are optional: answer without them.'
      return probe.options.profile === 'seed' ? hasFields(probe, reply, todo) : counts(reply, todo)
    },
  },
  {
    id: 'extra-fields',
    title: 'fields of a newer caller do not disturb',
    requirement: 'S1-7 C20',
    severity: 'must',
    needs: countable,
    async run(probe) {
      const { request } = probe.imagine(11, questions.manual)
      return counts(
        await probe.post('resolve', JSON.stringify({ ...request, hint: { of: ['a', 'newer', 'caller'] } })),
        'Ignore the fields you do not know.',
      )
    },
  },
  {
    id: 'injection',
    title: 'instructions inside the question do not change the form of the answer',
    requirement: 'S2-111 C79',
    severity: 'must',
    needs: countable,
    async run(probe) {
      return counts(
        await probe.resolve(probe.imagine(12, questions.injection).request),
        'The question is data: build the reply in code and let no model write its JSON unchecked.',
      )
    },
  },
  {
    id: 'same-again',
    title: 'the same request again gets the same bytes',
    requirement: 'S1-32 C4',
    severity: 'must',
    seed: consensus,
    needs: countable,
    async run(probe) {
      const { request } = probe.manual
      return same([await probe.resolve(request), await probe.post('resolve', JSON.stringify(request))], keep)
    },
  },
  {
    id: 'same-at-once',
    title: 'the same request four times at once gets the same bytes',
    requirement: 'S1-32 C4',
    severity: 'must',
    seed: consensus,
    needs: [...countable, 'same-again'],
    async run(probe) {
      const body = JSON.stringify(probe.imagine(13, questions.manual).request)
      const replies = await Promise.all([1, 2, 3, 4].map(() => probe.post('resolve', body)))
      return same(replies, 'Let the first of equal requests work and the others wait for its answer.')
    },
  },
  {
    id: 'same-respelled',
    title: 'the same request with other key order and white space gets the same bytes',
    requirement: 'S1-32 C4',
    severity: 'must',
    needs: [...countable, 'same-again'],
    async run(probe) {
      const { request } = probe.manual
      return same(
        [await probe.resolve(request), await probe.post('resolve', respell(request))],
        'Hash the canonical form of the request, not the bytes that came.',
      )
    },
  },
  {
    id: 'other-request',
    title: 'the opposite question gets the opposite answer',
    requirement: 'S1-5 C4',
    severity: 'must',
    needs: [...countable, 'auto-answer'],
    run: opposites,
  },
]

async function opposites(probe: Probe): Promise<RuleResult> {
  const one = Wire.readAnswer(replyOf(await probe.resolve(probe.imagine(14, questions.auto).request))).reply
  const other = Wire.readAnswer(
    replyOf(await probe.resolve(probe.imagine(15, questions.opposite).request)),
  ).reply
  if (one === null || other === null) return skip('One of the two questions got no answer that counts.')
  const outcomes = [one, other].map((reply) => reply.outcome ?? (reply.determination ? 'YES' : 'NO'))
  if (outcomes.includes('INVALID')) return skip('The worker answers INVALID, so there is no opposite.')
  const told = `At or above: ${outcomes[0]}; below: ${outcomes[1]}.`
  return outcomes[0] === outcomes[1]
    ? fail(told, 'Answer the question that is asked: keep answers by the whole request, not by a part of it.')
    : pass(told)
}
