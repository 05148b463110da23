import fc from 'fast-check'
import { sampleMarket, sampleQuestion } from '../../local/samples/proof.ts'
import { Question, Wire } from '../../protocol/index.ts'

/** Requests that nobody who means well would send, from a seed: random, mutated, deep, huge, broken, and some that are true. */
export type Hostile = {
  readonly kind: string
  readonly path: '/a2a/resolve' | '/a2a/challenge'
  readonly contentType: string
  readonly body: Uint8Array
  /** Sent without a length, in pieces. */
  readonly isChunked: boolean
}

/** Bytes for a bare socket: what no HTTP library would send. */
export type Raw = { readonly kind: string; readonly bytes: Uint8Array; readonly isSlow: boolean }

const paths = ['/a2a/resolve', '/a2a/challenge'] as const

const truth = {
  '/a2a/resolve': Wire.toResolveRequest(
    Question.pose({
      chainId: 31_337,
      market: sampleMarket,
      marketId: 7,
      round: 1,
      question: sampleQuestion,
      deadline: 1_771_631_940,
    }),
  ),
  '/a2a/challenge': { challenges: ['The opposite?', 'What would change your mind?', 'The weakest?'] },
} as const

const bytes = (text: string): Uint8Array => Buffer.from(text)

/** Words that parsers, databases, shells and pages have been broken with. */
const nasty = fc.constantFrom(
  '__proto__',
  'constructor',
  '\u0000',
  '\ud800',
  '\u202e',
  "'; drop table answers; --",
  '{{7*7}}',
  '§question ',
  '§rule\nsource:coingecko:bitcoin\nop:gte\ntarget:1',
  '1e999',
  '-0',
  '9007199254740993',
  '🜛'.repeat(40),
)
const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 60 }), nasty)

const value = fc.oneof(fc.jsonValue({ maxDepth: 4 }), text, fc.double(), fc.bigInt().map(String))

const jsonText = value.map((some) => bytes(JSON.stringify(some) ?? 'undefined'))

const mutated = (path: (typeof paths)[number]) =>
  fc
    .tuple(fc.array(fc.tuple(fc.nat(600), fc.nat(255), fc.nat(3)), { minLength: 1, maxLength: 6 }))
    .map(([changes]) => {
      let out = Buffer.from(JSON.stringify(truth[path]))
      for (const [at, byte, how] of changes) {
        const i = at % (out.length + 1)
        if (how === 0) out[i % out.length] = byte
        else if (how === 1) out = Buffer.concat([out.subarray(0, i), Buffer.of(byte), out.subarray(i)])
        else if (how === 2) out = Buffer.concat([out.subarray(0, i), out.subarray(i + 1)])
        else out = Buffer.concat([out, out.subarray(0, i)])
        if (out.length === 0) out = Buffer.from(' ')
      }
      return out as Uint8Array
    })

const replaced = (path: (typeof paths)[number]) =>
  fc
    .tuple(fc.constantFrom(...Object.keys(truth[path]), 'request_id', 'determination', 'more'), value)
    .map(([key, some]) => bytes(JSON.stringify({ ...truth[path], [key]: some })))

const deep = fc
  .tuple(fc.constantFrom('[', '{"a":', '[{"a":', '{"challenges":['), fc.integer({ min: 1, max: 12_000 }))
  .map(([open, n]) => bytes(open.repeat(n).slice(0, 65_000)))

const huge = fc
  .tuple(fc.integer({ min: 4_000, max: 200_000 }), fc.constantFrom('x', '"', '\\u0000', '🜛', ' '))
  .map(([n, filler]) => bytes(`{"market_id":1,"question":"${filler.repeat(Math.ceil(n / filler.length))}"}`))

const notUtf8 = fc.uint8Array({ minLength: 1, maxLength: 400 })

const asked = fc
  .tuple(fc.nat(1_000_000), text, fc.option(fc.nat(2_000_000_000)), fc.option(text))
  .map(([market_id, question, deadline, context]) =>
    bytes(
      JSON.stringify({
        market_id,
        question: `Will ${question}?`,
        ...(deadline === null ? {} : { deadline }),
        ...(context === null ? {} : { context }),
      }),
    ),
  )

const ruled = fc
  .tuple(
    fc.nat(1_000_000),
    fc.double({ min: 0, max: 1e6, noNaN: true }),
    fc.constantFrom('bitcoin', 'x', '../..', ''),
  )
  .map(([market_id, target, asset]) =>
    bytes(
      JSON.stringify({
        market_id,
        question: `§question Hostile?\n§rule\nsource:coingecko:${asset}\nop:gte\ntarget:${target}`,
        deadline: 1_771_631_940,
      }),
    ),
  )

const challenged = fc
  .tuple(fc.array(text, { maxLength: 9 }), fc.option(fc.nat(100)))
  .map(([challenges, market_id]) =>
    bytes(JSON.stringify({ challenges, ...(market_id === null ? {} : { market_id }) })),
  )

const contentType = fc.oneof(
  { weight: 12, arbitrary: fc.constant('application/json') },
  fc.constantFrom(
    'application/json; charset=utf-8',
    'text/plain',
    'application/x-www-form-urlencoded',
    'a',
    '',
  ),
)

const request = fc.constantFrom(...paths).chain((path) => {
  const kinds: readonly [string, number, fc.Arbitrary<Uint8Array>][] = [
    ['random JSON', 5, jsonText],
    ['mutated request', 6, mutated(path)],
    ['replaced field', 5, replaced(path)],
    ['deep nesting', 1, deep],
    ['huge text', 1, huge],
    ['random bytes', 2, notUtf8],
    ['well-formed', 2, path === '/a2a/resolve' ? fc.oneof(asked, ruled) : challenged],
  ]
  return fc
    .tuple(
      fc.oneof(
        ...kinds.map(([kind, weight, body]) => ({
          weight,
          arbitrary: body.map((some) => [kind, some] as const),
        })),
      ),
      contentType,
      fc.nat(9),
    )
    .map(
      ([[kind, body], type, chunked]): Hostile => ({
        kind,
        path,
        contentType: type,
        body,
        isChunked: chunked === 0,
      }),
    )
})

const head = (path: string, ...headers: string[]): string =>
  [`POST ${path} HTTP/1.1`, 'host: worker', 'content-type: application/json', ...headers, '', ''].join('\r\n')

const body = '{"challenges":[]}'

const raw = fc.constantFrom(...paths).chain((path) =>
  fc.oneof(
    fc.nat(60_000).map((n) => ({
      kind: 'chunked flood',
      bytes: bytes(
        head(path, 'transfer-encoding: chunked') + `1000\r\n${' '.repeat(4_096)}\r\n`.repeat(17 + (n % 64)),
      ),
      isSlow: false,
    })),
    fc
      .constantFrom(
        'content-length: 3',
        'content-length: 100',
        'content-length: -1',
        'content-length: 9e9',
        'content-length: 17\r\ncontent-length: 18',
        'transfer-encoding: chunked\r\ncontent-length: 17',
      )
      .map((length) => ({
        kind: 'wrong length',
        bytes: bytes(head(path, length) + body),
        isSlow: length.endsWith('100'),
      })),
    fc.nat(30).map((n) => ({
      kind: 'pipelined',
      bytes: bytes((head(path, `content-length: ${body.length}`) + body).repeat(n + 2)),
      isSlow: false,
    })),
    fc
      .uint8Array({ minLength: 4, maxLength: 300 })
      .map((some) => ({ kind: 'not HTTP', bytes: some, isSlow: true })),
    fc.integer({ min: 100, max: 40_000 }).map((n) => ({
      kind: 'long headers',
      bytes: bytes(head(path, `x-long: ${'x'.repeat(n)}`, `content-length: ${body.length}`) + body),
      isSlow: false,
    })),
    fc.nat(200).map((n) => ({
      kind: 'slow body',
      bytes: bytes(head(path, 'content-length: 5000') + 'x'.repeat(n)),
      isSlow: true,
    })),
  ),
)

/** `count` of them; the same seed gives the same ones. */
export function hostileRequests(count: number, seed: number): Iterable<Hostile> {
  return inBatches(request, count, seed)
}

export const rawRequests = (count: number, seed: number): Iterable<Raw> => inBatches(raw, count, seed)

/** All at once would fill the memory of whoever sends them. */
function* inBatches<item>(of: fc.Arbitrary<item>, count: number, seed: number): Generator<item> {
  const size = 500
  for (let done = 0; done < count; done += size)
    yield* fc.sample(of, { numRuns: Math.min(size, count - done), seed: seed + done })
}
