import { Json, type Wire } from '../../../protocol/index.ts'
import type { ConformanceRule, Severity } from '../ConformanceRule.ts'
import type { Exchange } from '../exchange.ts'
import { describe, objectOf, type Probe } from '../Probe.ts'
import { fail, pass, type RuleResult, warn } from '../RuleResult.ts'
import { sameBytes } from '../values.ts'
import { readable } from './transport.ts'

/** Bodies that mean nothing or harm: each is refused with a 4xx and a JSON error, and the worker goes on. */
function refused(reply: Exchange, todo: string): RuleResult {
  if (reply.kind !== 'reply') return fail(`It gave ${describe(reply)}.`, todo)
  const isRefusal = reply.status >= 400 && reply.status < 500
  if (isRefusal && objectOf(reply, Json.maxDepth) !== null) return pass(`Status ${reply.status} with JSON.`)
  return isRefusal
    ? fail(`It gave ${describe(reply)}, and the body is no JSON object.`, `${todo} Say why as {"error": …}.`)
    : fail(`It gave ${describe(reply)}.`, todo)
}

/** A body as long as no request can be. */
const long = 'x'.repeat(1_200_000)
const depth = 20_000
const deep = `${'['.repeat(depth)}${']'.repeat(depth)}`

const bodies = {
  resolve: {
    malformed: '{"market_id": 1, "question": ',
    mistyped: '{"market_id": "one", "question": 5}',
    long: `{"market_id":1,"question":"${long}"}`,
    deep: `{"market_id":1,"question":${deep}}`,
  },
  challenge: {
    malformed: '{"challenges": [',
    mistyped: '{"challenges": "Why?"}',
    long: `{"challenges":["${long}"]}`,
    deep: `{"challenges":${deep}}`,
  },
} as const

const served: Record<Wire.Phase, readonly string[]> = {
  resolve: readable,
  challenge: [...readable, 'challenge-reply', 'challenge-in-time', 'challenge-status'],
}

const rule = (
  phase: Wire.Phase,
  name: string,
  title: string,
  run: (probe: Probe) => Promise<RuleResult>,
  severity: Severity = 'must',
): ConformanceRule => ({
  id: `${phase}-${name}`,
  title,
  requirement: 'S1-29',
  severity,
  needs: served[phase],
  run,
})

const robustnessOf = (phase: Wire.Phase): ConformanceRule[] => [
  rule(phase, 'malformed', `/a2a/${phase} refuses what is not JSON`, async (probe) =>
    refused(await probe.post(phase, bodies[phase].malformed), 'Answer 400 where the body is not JSON.'),
  ),
  rule(phase, 'mistyped', `/a2a/${phase} refuses fields of the wrong type`, async (probe) =>
    refused(
      await probe.post(phase, bodies[phase].mistyped),
      'Answer 400 where a field is not what it must be.',
    ),
  ),
  rule(phase, 'long', `/a2a/${phase} refuses a body of 1.2 MB`, async (probe) => {
    const reply = await probe.post(phase, bodies[phase].long)
    const todo = 'Stop reading at 64 kB and answer 413.'
    // A worker that stops reading may close before its refusal could be read; nothing is lost by that.
    return reply.kind === 'broken' ? warn(`It gave ${describe(reply)}.`, todo) : refused(reply, todo)
  }),
  rule(phase, 'deep', `/a2a/${phase} refuses ${depth} nested brackets`, async (probe) =>
    refused(
      await probe.post(phase, bodies[phase].deep),
      'Check types before use; count brackets before parsing where your parser recurses.',
    ),
  ),
  rule(phase, 'media-type', `/a2a/${phase} refuses what does not call itself JSON`, async (probe) => {
    const body = JSON.stringify(phase === 'resolve' ? probe.manual.request : (await probe.defended()).request)
    const reply = await probe.post(phase, body, 'text/plain')
    const todo = 'Answer 415 to other content types than application/json.'
    // Harmless in itself, but it lets any web page post to a worker in a private network.
    if (reply.kind === 'reply' && reply.status === 200) return warn('It was answered all the same.', todo)
    return refused(reply, todo)
  }),
]

export const robustness: readonly ConformanceRule[] = [
  ...robustnessOf('resolve'),
  ...robustnessOf('challenge'),
  rule(
    'resolve',
    'method',
    'GET /a2a/resolve is refused',
    async (probe) => {
      const reply = (await probe.get('/a2a/resolve'))!
      const isRefused = reply.kind === 'reply' && reply.status >= 400 && reply.status < 500
      if (isRefused) return pass(`Status ${reply.status}.`)
      return fail(`It gave ${describe(reply)}.`, 'Answer 405 or 404 to other methods than POST.')
    },
    'should',
  ),
  {
    id: 'still-answers',
    title: 'after all that, the worker answers as before',
    requirement: 'S1-29 C4',
    severity: 'must',
    needs: [...readable, 'same-again'],
    async run(probe) {
      const { request } = probe.manual
      const [before, after] = [
        await probe.resolve(request),
        await probe.post('resolve', JSON.stringify(request)),
      ]
      if (after.kind === 'reply' && before.kind === 'reply' && sameBytes(after.body, before.body))
        return pass('The same bytes as at first.')
      return fail(
        `Now it gives ${describe(after)}.`,
        'A bad body must not stop the worker or what it remembers: catch errors per request.',
      )
    },
  },
]
