import { Json, Wire } from '../../../protocol/index.ts'
import type { ConformanceRule } from '../ConformanceRule.ts'
import type { Exchange } from '../exchange.ts'
import { describe, type Probe, textOf } from '../Probe.ts'
import { fail, pass, skip } from '../RuleResult.ts'

/** How replies travel: the same for both endpoints. */
const endpoints = {
  resolve: {
    path: '/a2a/resolve',
    exists: 'S1-3',
    time: 'S1-30',
    seconds: 30,
    seed: 'The worker receives a market question and returns its determination.',
  },
  challenge: {
    path: '/a2a/challenge',
    exists: 'S1-12',
    time: 'S1-31',
    seconds: 15,
    seed: 'The worker receives challenges to its determination and must defend its position.',
  },
} as const
const validJson = '**Return valid JSON** matching the schemas above.'

const typical = async (probe: Probe, phase: Wire.Phase): Promise<Exchange> =>
  phase === 'resolve'
    ? probe.resolve(probe.manual.request)
    : probe.challenge((await probe.defended()).request)

const transportOf = (phase: Wire.Phase): ConformanceRule[] => {
  const { path, exists, time, seconds, seed } = endpoints[phase]
  const id = (name: string) => `${phase}-${name}`
  const arrived = [id('reply'), id('in-time')]
  const before = phase === 'resolve' ? [] : readable
  return [
    {
      id: id('reply'),
      title: `POST ${path} gives a whole HTTP reply of bounded size`,
      requirement: exists,
      severity: 'must',
      seed,
      needs: before,
      async run(probe) {
        const reply = await typical(probe, phase)
        if (reply.kind === 'reply') return pass(`${describe(reply)}.`)
        if (reply.kind === 'timeout') return skip(`It did not come in time; see ${id('in-time')}.`)
        return fail(
          `${path} gave ${describe(reply)}.`,
          `Listen at this address, answer every POST with one complete reply, at most ${Wire.limits.body} bytes long.`,
        )
      },
    },
    {
      id: id('in-time'),
      title: `POST ${path} is answered within ${seconds} s`,
      requirement: time,
      severity: 'must',
      seed: `\`${path}\`: ${seconds} seconds`,
      needs: before,
      async run(probe) {
        const reply = await typical(probe, phase)
        if (reply.kind === 'reply') return pass(`Answered in ${reply.ms} ms.`)
        if (reply.kind !== 'timeout') return skip(`There is no reply to time; see ${id('reply')}.`)
        return fail(
          `${describe(reply)}.`,
          'Start working when ResolutionRequested appears and serve the ready answer; answer INVALID rather than late.',
        )
      },
    },
    {
      id: id('status'),
      title: `POST ${path} answers a good request with status 200`,
      requirement: exists,
      severity: 'must',
      seed,
      needs: arrived,
      async run(probe) {
        const reply = await typical(probe, phase)
        if (reply.kind === 'reply' && reply.status === 200) return pass('Status 200.')
        const isRedirect = reply.kind === 'reply' && reply.status >= 300 && reply.status < 400
        return fail(
          `${path} gave ${describe(reply)}.`,
          isRedirect
            ? 'Redirects are not followed: register the address that answers itself.'
            : `Serve POST ${path} with status 200.`,
        )
      },
    },
    {
      id: id('content-type'),
      title: 'the reply is called application/json',
      requirement: 'S1-29',
      severity: 'should',
      needs: [...arrived, id('status')],
      async run(probe) {
        const reply = await typical(probe, phase)
        const type = reply.kind === 'reply' ? reply.contentType : ''
        if (/^application\/json\s*(;|$)/i.test(type)) return pass(`${type}.`)
        return fail(`The content type is "${type}".`, 'Send content-type: application/json.')
      },
    },
    {
      id: id('utf8'),
      title: 'the reply is UTF-8',
      requirement: 'S1-29',
      severity: 'must',
      seed: validJson,
      needs: [...arrived, id('status')],
      async run(probe) {
        const reply = await typical(probe, phase)
        if (textOf(reply) !== null) return pass('Every byte belongs to a character.')
        return fail('The body holds bytes that are not UTF-8.', 'Encode the reply as UTF-8.')
      },
    },
    {
      id: id('nesting'),
      title: `the reply nests at most ${Wire.limits.nesting} deep`,
      requirement: 'Wire',
      severity: 'must',
      needs: [...arrived, id('status'), id('utf8')],
      async run(probe) {
        const text = textOf(await typical(probe, phase)) ?? ''
        const depth = Json.nesting(text, Wire.limits.nesting)
        if (depth <= Wire.limits.nesting) return pass(`${depth} deep.`)
        return fail(`Brackets nest more than ${Wire.limits.nesting} deep.`, 'Send a flat reply.')
      },
    },
    {
      id: id('json'),
      title: 'the reply is one JSON object',
      requirement: 'S1-29',
      severity: 'must',
      seed: validJson,
      needs: [...arrived, id('status'), id('utf8'), id('nesting')],
      async run(probe) {
        const reply = await typical(probe, phase)
        if (probe.object(reply) !== null) return pass('A JSON object.')
        const text = textOf(reply) ?? ''
        return fail(
          text.trim() === '' ? 'The body is empty.' : `The body is no JSON object: ${text.slice(0, 60)}`,
          'Reply with one JSON object; NaN, Infinity, comments and trailing commas are not JSON.',
        )
      },
    },
  ]
}

/** All that must hold before an answer can be read at all. */
export const readable = ['reply', 'in-time', 'status', 'utf8', 'nesting', 'json'].map((id) => `resolve-${id}`)
export const defensible = ['reply', 'in-time', 'status', 'utf8', 'nesting', 'json'].map(
  (id) => `challenge-${id}`,
)

export const resolveTransport: readonly ConformanceRule[] = transportOf('resolve')
export const challengeTransport: readonly ConformanceRule[] = transportOf('challenge')
