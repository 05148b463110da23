import type { ServerResponse } from 'node:http'
import { Proof, type Wire } from '../../../protocol/index.ts'
import { sampleParts } from '../../../scripts/samples/proof.ts'
import type { CheckOptions, Status } from '../../../workers/conformance/index.ts'
import * as questions from '../../../workers/conformance/questions.ts'
import { type Call, signer, type Twist } from './conformingWorker.ts'

/** For each rule the workers that break it, and nothing else. */
export type Breaking = {
  readonly rule: string
  readonly name: string
  readonly twist: () => Twist
  /** What the rule says of it: `fail`, unless told otherwise. */
  readonly status?: Status
  /** What its sentence must name. */
  readonly seen?: RegExp
  readonly options?: CheckOptions
}

type Reply = Wire.ResolveReply
type Fields = Record<string, unknown>
type Responder = (response: ServerResponse, call: Call) => void

const isResolve = ({ path, method }: Call) => path === '/a2a/resolve' && method === 'POST'
const isChallenge = ({ path, method }: Call) => path === '/a2a/challenge' && method === 'POST'
const isPhase = { resolve: isResolve, challenge: isChallenge }

const taking = (when: (call: Call) => boolean, respond: Responder) => (): Twist => ({
  take: (call, response) => {
    if (!when(call)) return false
    respond(response, call)
    return true
  },
})

const json = { 'content-type': 'application/json' }
const status = (code: number, body = '{"error":"no"}', headers: Record<string, string> = json): Responder => {
  return (response) => response.writeHead(code, headers).end(body)
}
const html = (code: number) =>
  status(code, '<!doctype html><title>Oops</title>', { 'content-type': 'text/html' })

const answering = (change: (reply: Reply) => unknown) => (): Twist => ({ answer: change })
/** Only where a number decides. */
const deciding = (change: (reply: Reply) => unknown) =>
  answering((reply) => (reply.rule_check === undefined || reply.por === undefined ? reply : change(reply)))
const unproven = (reply: Reply): Reply => without('por')(reply) as Reply

const without = (name: string) => (reply: object) =>
  Object.fromEntries(Object.entries(reply).filter(([key]) => key !== name))
const setting = (fields: Fields) => (reply: object) => ({ ...reply, ...fields })

const missing = (rule: string): Breaking => ({
  rule,
  name: `${rule} is missing`,
  twist: answering(without(rule)),
  seen: /missing/,
})
const wrong = (rule: string, value: unknown, seen: RegExp): Breaking => ({
  rule,
  name: `${rule} is ${JSON.stringify(value)}`,
  twist: answering(setting({ [rule]: value })),
  seen,
})

/** Milliseconds; for workers that never answer. */
const short = (phase: Wire.Phase): CheckOptions => ({
  timeouts: { resolve: 20_000, challenge: 20_000, other: 20_000, [phase]: 400 },
})

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`

const transport = (phase: Wire.Phase): Breaking[] => {
  const when = isPhase[phase]
  const broken = (name: string, respond: Responder, seen?: RegExp): Breaking => ({
    rule: `${phase}-reply`,
    name,
    twist: taking(when, respond),
    ...(seen && { seen }),
  })
  const bytes = (rule: string, name: string, change: (text: string) => string | Uint8Array): Breaking => ({
    rule: `${phase}-${rule}`,
    name,
    twist: () => ({ bytes: (text, call) => (when(call) ? change(text) : text) }),
  })
  const coded = (name: string, respond: Responder, seen: RegExp): Breaking => ({
    rule: `${phase}-status`,
    name,
    twist: taking(when, respond),
    seen,
  })
  return [
    broken('closes the connection', (response) => response.socket?.destroy(), /no HTTP reply/),
    broken('does not speak HTTP', (response) => response.socket?.end('hello\r\n\r\n'), /no HTTP reply/),
    broken(
      'stops in the middle',
      (response) => {
        response.writeHead(200, { ...json, 'content-length': '1000' }).write('{"determination":')
        setTimeout(() => response.socket?.destroy(), 20)
      },
      /no HTTP reply/,
    ),
    broken(
      'never stops sending',
      (response) => {
        response.writeHead(200, json)
        const more = () => {
          while (!response.destroyed && response.write(' '.repeat(10_000)));
        }
        response.on('drain', more)
        more()
      },
      /more than 65536 bytes/,
    ),
    {
      rule: `${phase}-in-time`,
      name: 'never answers',
      twist: taking(when, () => {}),
      options: short(phase),
      seen: /no whole reply within/,
    },
    {
      rule: `${phase}-in-time`,
      name: 'drips one byte after the other',
      twist: taking(when, (response) => {
        response.writeHead(200, json)
        const timer = setInterval(() => response.write(' '), 20)
        response.on('close', () => clearInterval(timer))
      }),
      options: short(phase),
    },
    coded('redirects', status(302, '{}', { location: 'http://127.0.0.1:1/' }), /status 302/),
    coded('knows no such path', status(404), /status 404/),
    coded('fails', status(500), /status 500/),
    coded('shows an error page', html(503), /503, text\/html/),
    coded('has nothing to say', status(204, ''), /status 204/),
    {
      rule: `${phase}-content-type`,
      name: 'calls its reply HTML',
      twist: () => ({ headers: (call) => (when(call) ? { 'content-type': 'text/html' } : json) }),
      status: 'warn',
      seen: /text\/html/,
    },
    bytes('utf8', 'sends bytes that are not UTF-8', (text) => {
      const sent = Buffer.from(text)
      sent[text.indexOf('e')] = 0xff
      return sent
    }),
    bytes('nesting', 'nests 17 deep', (text) => text.replace('{', `{"deep":${nested(16)},`)),
    bytes('nesting', 'nests 30,000 deep', (text) => text.replace('{', `{"deep":${nested(30_000)},`)),
    bytes('json', 'sends no JSON', () => 'YES'),
    bytes('json', 'sends nothing', () => ''),
    bytes('json', 'sends a list', (text) => `[${text}]`),
    bytes('json', 'sends half of it', (text) => text.slice(0, -1)),
    bytes('json', 'sends a page with status 200', () => '<html></html>'),
    bytes('json', 'writes NaN', (text) => text.replace('{', '{"score":NaN,')),
  ]
}

const fields: Breaking[] = [
  missing('determination'),
  wrong('determination', 'yes', /a string/),
  wrong('determination', 1, /a number/),
  wrong('determination', null, /null/),
  missing('confidence'),
  wrong('confidence', '0.8', /a string/),
  wrong('confidence', 'NaN', /a string/),
  wrong('confidence', null, /null/),
  ...[82, -0.01, 1.0001].map(
    (confidence): Breaking => ({
      rule: 'confidence-range',
      name: `confidence is ${confidence}`,
      twist: answering(setting({ confidence })),
      seen: new RegExp(`${confidence}`),
    }),
  ),
  {
    rule: 'confidence-range',
    name: 'confidence is a number that no double can hold',
    twist: () => ({ bytes: (text) => text.replace('"confidence":0.98', '"confidence":1e999') }),
    seen: /Infinity/,
  },
  {
    rule: 'confidence-decimals',
    name: 'confidence has five decimals',
    twist: answering(setting({ confidence: 0.12345 })),
  },
  missing('evidence'),
  wrong('evidence', ['because'], /an array/),
  wrong('evidence', null, /null/),
  missing('sources'),
  wrong('sources', 'https://example.org', /a string/),
  wrong('sources', null, /null/),
  wrong('sources', [{ url: 'https://example.org' }], /an object/),
  wrong('outcome', 'yes', /"yes"/),
  wrong('outcome', null, /null/),
  {
    rule: 'outcome-agrees',
    name: 'determination is the opposite of outcome',
    twist: answering((reply) => ({ ...reply, determination: !reply.determination })),
    seen: /false, outcome YES/,
  },
  {
    rule: 'rule-check-shape',
    name: 'rule_check has a time of text',
    twist: answering(setting({ rule_check: { observed_at: 'noon', value: '1', tier: 3, result: 'YES' } })),
    seen: /observed_at/,
  },
  {
    rule: 'rule-check-shape',
    name: 'rule_check is null',
    twist: answering(setting({ rule_check: null })),
  },
  {
    rule: 'por-shape',
    name: 'por has half a root',
    twist: answering(setting({ por: { root: '0x12', uri: '/por' } })),
    seen: /por\.root/,
  },
  {
    rule: 'attestation-shape',
    name: 'attestation is signed by a name',
    twist: () => ({ signed: setting({ attestation: { signer: 'me', signature: '0x' } }) }),
    seen: /signer/,
  },
  {
    rule: 'spellable',
    name: 'evidence ends inside a character',
    twist: answering(setting({ evidence: 'cut here: \ud83d' })),
  },
  {
    rule: 'evidence-size',
    name: 'evidence is one byte too long',
    twist: answering(setting({ evidence: 'x'.repeat(4_097) })),
    seen: /4097 bytes/,
  },
  {
    rule: 'sources-count',
    name: 'there are nine sources',
    twist: answering(setting({ sources: Array.from({ length: 9 }, (_, i) => `https://example.org/${i}`) })),
  },
  {
    rule: 'source-size',
    name: 'a source is one byte too long',
    twist: answering(setting({ sources: ['x'.repeat(129)] })),
    seen: /129 bytes/,
  },
  {
    rule: 'answer-size',
    name: 'a field nobody knows makes the answer too long',
    twist: answering(setting({ notes: 'x'.repeat(5_300) })),
  },
  {
    rule: 'sources-present',
    name: 'there is no source',
    twist: answering(setting({ sources: [] })),
    status: 'warn',
  },
]

const opposite = { YES: 'NO', NO: 'YES', INVALID: 'INVALID' } as const
const voting = (result: keyof typeof opposite) => ({ outcome: result, determination: result === 'YES' })

const autos: Breaking[] = [
  {
    rule: 'auto-answer',
    name: 'fails where a number decides',
    twist: taking((call) => isResolve(call) && call.body.includes('coingecko'), status(500)),
    seen: /http-error/,
  },
  {
    rule: 'auto-answer',
    name: 'counts in milliseconds',
    twist: deciding((reply) => ({
      ...reply,
      rule_check: { ...reply.rule_check, observed_at: reply.rule_check!.observed_at * 1_000 },
    })),
    seen: /malformed: rule_check/,
  },
  {
    rule: 'auto-check',
    name: 'shows no check',
    twist: answering((reply) => without('rule_check')(unproven(reply))),
  },
  {
    rule: 'auto-agrees',
    name: 'votes against its own check',
    twist: deciding((reply) => ({ ...unproven(reply), ...voting(opposite[reply.outcome!]) })),
  },
  {
    rule: 'auto-comparison',
    name: 'compares wrongly',
    twist: deciding((reply) => {
      const result = opposite[reply.outcome!]
      return { ...unproven(reply), ...voting(result), rule_check: { ...reply.rule_check, result } }
    }),
    seen: /75120.5 gives YES/,
  },
  ...([-41, 3_900] as const).map(
    (shift): Breaking => ({
      rule: 'auto-window',
      name: shift < 0 ? 'takes a sample from before the deadline' : 'takes a sample that is too late',
      twist: deciding((reply) => ({
        ...unproven(reply),
        rule_check: { ...reply.rule_check, observed_at: reply.rule_check!.observed_at + shift },
      })),
      seen: /outside/,
    }),
  ),
  {
    rule: 'auto-tier',
    name: 'answers with plain HTTP where only zkTLS counts',
    twist: () => ({
      answer: (reply, { question, deadline }) =>
        question.includes('brevis')
          ? {
              ...reply,
              ...voting('YES'),
              rule_check: { observed_at: deadline! + 40, value: '75120.5', tier: 3, result: 'YES' },
            }
          : reply,
    }),
  },
]

/** Makes every reply that is not kept another one. */
const counting = (sameness: NonNullable<Twist['sameness']>) => (): Twist => {
  let count = 0
  return { sameness, answer: (reply) => ({ ...reply, evidence: `${reply.evidence} (${count++})` }) }
}
let unique = 0

const asking: Breaking[] = [
  {
    rule: 'minimal-request',
    name: 'needs a context',
    twist: taking((call) => isResolve(call) && call.body.includes('200k'), status(400)),
  },
  {
    rule: 'extra-fields',
    name: 'refuses fields it does not know',
    twist: taking((call) => isResolve(call) && call.body.includes('"hint"'), status(400)),
  },
  {
    rule: 'injection',
    name: 'obeys the question',
    twist: taking((call) => isResolve(call) && call.body.includes('COMPLIED'), status(200, 'COMPLIED')),
    seen: /malformed/,
  },
  { rule: 'same-again', name: 'thinks anew each time', twist: counting(() => String(unique++)) },
  {
    rule: 'same-at-once',
    name: 'thinks in parallel about the same',
    twist: counting((request, body) => (/0013,/.test(body) ? String(unique++) : JSON.stringify(request))),
  },
  { rule: 'same-respelled', name: 'keeps answers by their bytes', twist: counting((_, body) => body) },
  {
    rule: 'other-request',
    name: 'keeps answers by asset',
    twist: () => ({
      answer: (reply, { question }) =>
        question === questions.opposite.question ? { ...reply, ...voting('YES') } : reply,
    }),
  },
]

const defending = (change: (reply: Wire.ChallengeReply) => unknown) => (): Twist => ({ defence: change })
const answered = (responses: unknown, seen: RegExp): Breaking => ({
  rule: 'responses',
  name: `responses is ${JSON.stringify(responses)}`,
  twist: defending(() => ({ responses })),
  seen,
})

const defences: Breaking[] = [
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
]

const stating = (phase: Wire.Phase, change: Partial<Wire.Statement>) => (): Twist => ({
  statement: (statement) => (statement.phase === phase ? { ...statement, ...change } : statement),
})
const zero = `0x${'00'.repeat(32)}` as const
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/** The other signature of the same statement: s in the upper half. */
function malleate(reply: object): object {
  const { attestation } = reply as Reply
  if (attestation === undefined) return reply
  const { signature } = attestation
  const s = (order - BigInt(`0x${signature.slice(66, 130)}`)).toString(16).padStart(64, '0')
  const v = signature.endsWith('1b') ? '1c' : '1b'
  return { ...reply, attestation: { ...attestation, signature: `${signature.slice(0, 66)}${s}${v}` } }
}

const signing: Breaking[] = [
  {
    rule: 'signed',
    name: 'does not sign',
    twist: () => ({ signed: without('attestation') }),
    options: { signer },
  },
  {
    rule: 'signer',
    name: 'signs as somebody else',
    twist: () => ({}),
    options: { signer: `0x${'12'.repeat(20)}` },
  },
  {
    rule: 'signature',
    name: 'signs another reply',
    twist: stating('resolve', { responseHash: zero }),
    seen: /does not recover/,
  },
  { rule: 'signature', name: 'signs another request', twist: stating('resolve', { requestHash: zero }) },
  { rule: 'signature', name: 'leaves the check out', twist: stating('resolve', { checkHash: zero }) },
  { rule: 'signature', name: 'signs another market', twist: stating('resolve', { marketId: 7 }) },
  { rule: 'signature', name: 'signs the other phase', twist: stating('resolve', { phase: 'challenge' }) },
  {
    rule: 'signature',
    name: 'changes the answer after signing',
    twist: () => ({ signed: setting({ evidence: 'On second thoughts.' }) }),
  },
  { rule: 'signature', name: 'sends the upper half of a signature', twist: () => ({ signed: malleate }) },
  {
    rule: 'signature-round',
    name: 'signs every round as the first',
    twist: stating('resolve', { round: 1 }),
  },
  { rule: 'signs-once', name: 'signs whatever is asked', twist: () => ({ signsTwice: 'resolve' }) },
  {
    rule: 'unsigned-without-context',
    name: 'signs without knowing what for',
    twist: () => ({ signsBlindly: true }),
    status: 'warn',
  },
  {
    rule: 'defence-signed',
    name: 'does not sign its defence',
    twist: () => ({ signedDefence: without('attestation') }),
    seen: /not signed/,
  },
  {
    rule: 'defence-signed',
    name: 'signs its defence as an answer',
    twist: stating('challenge', { phase: 'resolve' }),
    seen: /does not recover/,
  },
  {
    rule: 'defence-signed-once',
    name: 'signs every defence',
    twist: () => ({ signsTwice: 'challenge' }),
  },
]

const proofAt = (when: (call: Call) => boolean, respond: Responder) =>
  taking((call) => call.path.startsWith('/por/') && when(call), respond)
const always = () => true

const proofs: Breaking[] = [
  {
    rule: 'por-fetch',
    name: 'does not have the proof',
    twist: proofAt(always, status(404)),
    seen: /status 404/,
  },
  { rule: 'por-fetch', name: 'sends elsewhere for the proof', twist: proofAt(always, status(302)) },
  { rule: 'por-fetch', name: 'shows a page for a proof', twist: proofAt(always, html(200)) },
  {
    rule: 'por-fetch',
    name: 'sends a proof without end',
    twist: proofAt(always, (response) => response.writeHead(200, json).end(' '.repeat(2_000_001))),
    seen: /more than 2000000 bytes/,
  },
  {
    rule: 'por-valid',
    name: 'changes the evidence afterwards',
    twist: () => ({
      proof: (proof) => {
        proof.evidence.items[0]!.content += ' '
        return proof
      },
    }),
    seen: /CONTENT_MISMATCH|LEAF_MISMATCH/,
  },
  { rule: 'por-valid', name: 'sends something else for a proof', twist: () => ({ proof: () => ({}) }) },
  {
    rule: 'por-root',
    name: 'shows another proof',
    twist: () => ({ proof: () => Proof.buildPorBundle(sampleParts({ value: '80000' })) }),
  },
  ...([{ round: 9 }, { chain_id: 1 }, { market: `0x${'ab'.repeat(20)}` }] as const).map(
    (change): Breaking => ({
      rule: 'por-market',
      name: `proves it for another ${Object.keys(change)[0]}`,
      twist: () => ({ parts: (parts) => ({ ...parts, ...change }) }),
      options: { market: `0x${'cd'.repeat(20)}` },
    }),
  ),
  {
    rule: 'por-verdict',
    name: 'is surer than its proof',
    twist: () => ({
      parts: (parts) => ({ ...parts, verdict: { ...parts.verdict, confidence_bps: 6_000 } }),
    }),
    seen: /6000 bps/,
  },
  {
    rule: 'por-check',
    name: 'proves another value',
    twist: () => ({
      parts: (parts) => ({ ...parts, ruleCheck: { ...parts.ruleCheck!, value: '75121' } }),
    }),
    seen: /75121/,
  },
  {
    rule: 'por-tier',
    name: 'claims a better tier than its evidence has',
    twist: () => ({
      parts: (parts) => ({ ...parts, ruleCheck: { ...parts.ruleCheck!, tier: 1 } }),
      answer: (reply) =>
        reply.por === undefined ? reply : { ...reply, rule_check: { ...reply.rule_check, tier: 1 } },
    }),
  },
]

const isCard = ({ path }: Call) => path.endsWith('agent-card.json')

const discoveries: Breaking[] = [
  { rule: 'card', name: 'has no card', twist: taking(isCard, status(404)), status: 'warn' },
  { rule: 'card', name: 'has a page for a card', twist: taking(isCard, html(200)), status: 'warn' },
  {
    rule: 'card-shape',
    name: 'has a card of an older version',
    twist: () => ({
      card: (card) => ({
        ...without('supportedInterfaces')(card),
        url: 'http://127.0.0.1',
        protocolVersion: '0.3',
      }),
    }),
    status: 'warn',
    seen: /supportedInterfaces/,
  },
  {
    rule: 'card-shape',
    name: 'has a card without skills',
    twist: () => ({ card: setting({ skills: [] }) }),
    status: 'warn',
    seen: /skills/,
  },
  {
    rule: 'health',
    name: 'is not well',
    twist: taking(({ path }) => path === '/health', status(503)),
    status: 'warn',
  },
]

const hostile = (phase: Wire.Phase): Breaking[] => {
  const when = (test: (body: string) => boolean) => (call: Call) => isPhase[phase](call) && test(call.body)
  const bad: Record<string, (body: string) => boolean> = {
    malformed: (body) => !body.endsWith('}') && body.length < 100,
    mistyped: (body) => /"one"|: "Why\?"\}$/.test(body),
    long: (body) => body.includes('x'.repeat(10_000)),
    deep: (body) => body.includes(nested(20_000)),
  }
  const each = Object.entries(bad).flatMap(([name, test]): Breaking[] => [
    { rule: `${phase}-${name}`, name: 'fails', twist: taking(when(test), status(500)), seen: /status 500/ },
    {
      rule: `${phase}-${name}`,
      name: 'shows an error page',
      twist: taking(when(test), html(400)),
      seen: /no JSON/,
    },
    {
      rule: `${phase}-${name}`,
      name: 'takes it for a request',
      twist: taking(when(test), status(200, '{}')),
      seen: /status 200/,
    },
    {
      rule: `${phase}-${name}`,
      name: 'hangs up',
      twist: taking(when(test), (response) => response.socket?.destroy()),
      ...(name === 'long' && { status: 'warn' as const }),
    },
  ])
  const typed = (respond: Responder) => (): Twist => ({
    take: (call, response, request) => {
      if (!isPhase[phase](call) || request.headers['content-type'] !== 'text/plain') return false
      respond(response, call)
      return true
    },
  })
  const rule = `${phase}-media-type`
  return [
    ...each,
    { rule, name: 'fails', twist: typed(status(500)), seen: /status 500/ },
    { rule, name: 'does not mind', twist: typed(status(200, '{}')), status: 'warn' },
  ]
}

const lasting: Breaking[] = [
  {
    rule: 'resolve-method',
    name: 'answers to GET',
    twist: taking(({ path, method }) => path === '/a2a/resolve' && method === 'GET', status(200)),
    status: 'warn',
  },
  {
    rule: 'still-answers',
    name: 'does not survive',
    twist: () => {
      let isDead = false
      return {
        take: ({ path, method }, response) => {
          if (isDead) response.socket?.destroy()
          if (path === '/a2a/resolve' && method === 'GET') isDead = true
          return response.socket === null || response.socket.destroyed
        },
      }
    },
  },
]

export const breaking: readonly Breaking[] = [
  ...transport('resolve'),
  ...fields,
  ...autos,
  ...asking,
  ...transport('challenge'),
  ...defences,
  ...signing,
  ...proofs,
  ...discoveries,
  ...hostile('resolve'),
  ...hostile('challenge'),
  ...lasting,
]
