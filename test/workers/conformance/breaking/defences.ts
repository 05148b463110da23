import type { Wire } from '../../../../protocol/index.ts'
import type { Twist } from '../conformingWorker.ts'
import type { Breaking } from './Breaking.ts'

let unique = 0

const defending = (change: (reply: Wire.ChallengeReply) => unknown) => (): Twist => ({ defence: change })
const answered = (responses: unknown, seen: RegExp): Breaking => ({
  rule: 'responses',
  name: `responses is ${JSON.stringify(responses)}`,
  twist: defending(() => ({ responses })),
  seen,
})

export const defences: Breaking[] = [
  { rule: 'responses', name: 'responses is missing', twist: defending(() => ({})), seen: /missing/ },
  answered('I am right.', /a string/),
  answered([1, 2, 3], /a number/),
  answered(null, /null/),
  {
    rule: 'responses-length',
    name: 'leaves a challenge out',
    twist: defending(({ responses }) => ({ responses: responses.slice(1) })),
    seen: /2 responses to 3/,
  },
  {
    rule: 'responses-length',
    name: 'answers what was not asked',
    twist: defending(({ responses }) => ({ responses: [...responses, 'And moreover.'] })),
    seen: /4 responses to 3/,
  },
  {
    rule: 'responses-blank',
    name: 'says nothing to one',
    twist: defending(({ responses }) => ({ responses: [' ', ...responses.slice(1)] })),
  },
  {
    rule: 'response-size',
    name: 'a response is one byte too long',
    twist: defending(({ responses }) => ({ responses: ['x'.repeat(513), ...responses.slice(1)] })),
    seen: /513 bytes/,
  },
  {
    rule: 'defence-size',
    name: 'a field nobody knows makes the defence too long',
    twist: defending((reply) => ({ ...reply, notes: 'x'.repeat(2_000) })),
  },
  {
    rule: 'responses-order',
    name: 'has an order of its own',
    twist: defending(({ responses }) => ({ responses: [...responses].sort() })),
  },
  {
    rule: 'challenge-again',
    name: 'defends itself differently each time',
    twist: () => {
      let count = 0
      return {
        sameness: (request) => ('challenges' in request ? String(unique++) : JSON.stringify(request)),
        defence: ({ responses }) => ({ responses: responses.map((one) => `${one} (${count++})`) }),
      }
    },
  },
  {
    rule: 'challenge-minimal',
    name: 'needs a request_id',
    twist: () => ({
      defence: (reply, { request_id }) => (request_id === undefined ? { error: 'which?' } : reply),
    }),
  },
  {
    rule: 'challenge-unknown',
    name: 'has nothing to say about what it never answered',
    twist: () => ({
      defence: (reply, { request_id }) => (request_id?.startsWith('0x5e5e') ? { responses: [] } : reply),
    }),
    seen: /0 responses to 2/,
  },
  ...(
    [
      ['says one thing of two', 'u', /"u" for 2/],
      ['says what nobody asked', 'ox', /"ox" for 2/],
      ['finds what nobody has', 'pu', /a page that nobody has/],
      ['counts its findings', 2, /a number/],
    ] as const
  ).map(([name, reproductions, seen]) => ({
    rule: 'reproductions',
    name,
    twist: defending((reply) => ('reproductions' in reply ? { ...reply, reproductions } : reply)),
    seen,
  })),
]
