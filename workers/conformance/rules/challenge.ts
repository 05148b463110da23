import { type Citation, Hash, Wire } from '../../../protocol/index.ts'
import type { ConformanceRule } from '../ConformanceRule.ts'
import type { Exchange } from '../exchange.ts'
import { describe, objectOf, type Probe, replyOf } from '../Probe.ts'
import * as questions from '../questions.ts'
import { fail, pass, type RuleResult, skip } from '../RuleResult.ts'
import { kindOf, sameBytes, textSize } from '../values.ts'
import { defensible } from './transport.ts'

/** How a worker defends its answer. */
const responsesOf = (probe: Probe, reply: Exchange): readonly unknown[] => {
  const value = probe.object(reply) as { responses?: unknown } | null
  return Array.isArray(value?.responses) ? value.responses : []
}

async function typical(probe: Probe) {
  const { request } = await probe.defended()
  const reply = await probe.challenge(request)
  const responses = responsesOf(probe, reply).map(String)
  return { request, reply, responses }
}

const schemaTrue = (reply: Exchange, asked: number, todo: string): RuleResult => {
  const read = Wire.readDefence(replyOf(reply))
  if (read.reason !== null)
    return fail(`The defence would be dropped as ${read.reason}: ${read.detail}.`, todo)
  const { length } = read.reply.responses
  return length === asked
    ? pass(`${length} responses to ${asked} challenges.`)
    : fail(`${length} responses to ${asked} challenges.`, todo)
}

const { limits } = Wire
const listed = [...defensible, 'responses']
const sound = [...listed, 'responses-length', 'responses-blank', 'response-size', 'defence-size']

export const challenge: readonly ConformanceRule[] = [
  {
    id: 'responses',
    title: 'responses is a list of texts',
    requirement: 'S1-14',
    severity: 'must',
    seed: 'Ordered responses matching each challenge',
    needs: defensible,
    async run(probe) {
      const { reply } = await typical(probe)
      const fields = probe.object(reply) as Record<string, unknown>
      if (!Object.hasOwn(fields, 'responses'))
        return fail('responses is missing.', 'Send responses: one string per challenge.')
      if (!Array.isArray(fields.responses))
        return fail(
          `responses is ${kindOf(fields.responses)}.`,
          'Send an array with one string per challenge.',
        )
      const odd = fields.responses.find((one) => typeof one !== 'string')
      return odd === undefined
        ? pass(`${fields.responses.length} responses.`)
        : fail(`One of responses is ${kindOf(odd)}.`, 'Send each response as a string.')
    },
  },
  {
    id: 'responses-length',
    title: 'every challenge gets one response',
    requirement: 'S1-14 S1-34 C74',
    severity: 'must',
    seed: 'The `responses` array must have the same length as the `challenges` array.',
    needs: listed,
    async run(probe) {
      const { request, responses } = await typical(probe)
      const told = `${responses.length} responses to ${request.challenges.length} challenges.`
      if (responses.length === request.challenges.length) return pass(told)
      return fail(told, 'Send as many responses as challenges: missing ones lower Collaboration.')
    },
  },
  {
    id: 'responses-blank',
    title: 'no response is blank',
    requirement: 'S1-34',
    severity: 'must',
    needs: listed,
    async run(probe) {
      const { responses } = await typical(probe)
      const blank = responses.findIndex((one) => one.trim() === '')
      if (blank === -1) return pass('All of them say something.')
      return fail(`Response ${blank} is blank.`, 'Say something to each: a blank response counts as none.')
    },
  },
  {
    id: 'response-size',
    title: `each response is at most ${limits.response} bytes`,
    requirement: 'C6 C74 Wire',
    severity: 'must',
    needs: listed,
    async run(probe) {
      const { responses } = await typical(probe)
      const longest = Math.max(0, ...responses.map(textSize))
      if (longest <= limits.response) return pass(`The longest has ${longest} bytes of ${limits.response}.`)
      return fail(
        `A response has ${longest} bytes of ${limits.response}.`,
        'Shorten it: a longer one counts as none.',
      )
    },
  },
  {
    id: 'defence-size',
    title: `the whole defence is at most ${limits.defence} bytes`,
    requirement: 'C6 Wire',
    severity: 'must',
    needs: [...listed, 'response-size'],
    async run(probe) {
      const { reply } = await typical(probe)
      const size = Buffer.byteLength(JSON.stringify(objectOf(reply)))
      if (size <= limits.defence) return pass(`${size} bytes of ${limits.defence}.`)
      return fail(
        `The defence has ${size} bytes of ${limits.defence}.`,
        'Shorten it: a longer one is dropped.',
      )
    },
  },
  {
    id: 'responses-order',
    title: 'responses follow the order of the challenges',
    requirement: 'S1-14',
    severity: 'must',
    seed: 'Ordered responses matching each challenge',
    needs: sound,
    async run(probe) {
      const { request, responses } = await typical(probe)
      const challenges = [...request.challenges].reverse()
      const turned = responsesOf(probe, await probe.challenge({ ...request, challenges })).map(String)
      if ([...turned].sort().join('\n') !== [...responses].sort().join('\n'))
        return skip(
          'Asked in another order, the worker uses other words, so order cannot be told from bytes.',
        )
      if (turned.reverse().join('\n') === responses.join('\n'))
        return pass('Turned round like the challenges.')
      return fail(
        'Challenges were turned round, and the responses were not.',
        'Put each response at the position of its challenge.',
      )
    },
  },
  {
    id: 'challenge-again',
    title: 'the same challenge again gets the same bytes',
    requirement: 'S1-32 C4',
    severity: 'must',
    seed: 'This ensures DON nodes reach consensus on identical responses.',
    needs: sound,
    async run(probe) {
      const { request, reply } = await typical(probe)
      const again = await probe.post('challenge', JSON.stringify(request))
      const isSame = again.kind === 'reply' && reply.kind === 'reply' && sameBytes(again.body, reply.body)
      if (isSame) return pass('The same bytes.')
      return fail(
        `The second reply differs: ${describe(again)}.`,
        'Keep the defence by the hash of its request and serve the same bytes again.',
      )
    },
  },
  {
    id: 'challenge-minimal',
    title: 'challenges alone, without request_id, are answered',
    requirement: 'S1-13 C70',
    severity: 'must',
    needs: sound,
    async run(probe) {
      const challenges = [...questions.plainChallenges]
      return schemaTrue(
        await probe.challenge({ challenges }),
        challenges.length,
        'Answer callers that send only challenges, about the answer you gave last.',
      )
    },
  },
  {
    id: 'challenge-unknown',
    title: 'a request_id the worker never saw is answered in the same form',
    requirement: 'S1-13 C70',
    severity: 'must',
    needs: sound,
    async run(probe) {
      const { request } = await typical(probe)
      const challenges = request.challenges.slice(0, 2)
      const request_id = Hash.asRequestHash(`0x${'5e'.repeat(32)}`)
      return schemaTrue(
        await probe.challenge({ ...request, challenges, request_id }),
        challenges.length,
        'Say that you know no such answer, in the usual form.',
      )
    },
  },
  {
    id: 'reproductions',
    title: 'where others’ citations are to be looked for, there is a finding for each, or none at all',
    requirement: 'Wire',
    severity: 'must',
    needs: sound,
    async run(probe) {
      const { request } = await typical(probe)
      const reply = await probe.challenge({ ...request, reproduce: [...cited] })
      const findings = judgeFindings(reply)
      if (findings.status !== 'pass') return findings
      const read = schemaTrue(reply, request.challenges.length, 'Answer the challenges as without them.')
      return read.status === 'pass' ? findings : read
    },
  },
]

/** Pages on the worker's own machine: nothing leaves it, and nobody who guards where they fetch from finds anything there. */
const cited: readonly Citation.Citation[] = ['a', 'b'].map((name) => ({
  url: `https://127.0.0.1/cresolver-check/${name}`,
  quote: 'This page was made up by the conformance kit.',
}))

function judgeFindings(reply: Exchange): RuleResult {
  const { reproductions } = (objectOf(reply) ?? {}) as { reproductions?: unknown }
  const todo = 'Send reproductions as text: p, f or u for each item of reproduce, in their order.'
  if (reproductions === undefined)
    return pass('It says nothing of what others cite: that counts as u, and lowers Collaboration.')
  if (typeof reproductions !== 'string') return fail(`reproductions is ${kindOf(reproductions)}.`, todo)
  if (!/^[pfu]*$/.test(reproductions) || reproductions.length !== cited.length)
    return fail(`${JSON.stringify(reproductions).slice(0, 32)} for ${cited.length} items.`, todo)
  if (reproductions.includes('p'))
    return fail(
      'It says p of a page that nobody has.',
      'Fetch each page and search its visible text; say u where you could not tell.',
    )
  return pass(`${reproductions} for ${cited.length} pages that nobody has.`)
}

/** All that must hold before a defence counts. */
export const defended = sound
