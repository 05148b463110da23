import * as questions from '../../../../workers/conformance/questions.ts'
import type { Twist } from '../conformingWorker.ts'
import {
  answering,
  type Breaking,
  deciding,
  isResolve,
  missing,
  setting,
  status,
  taking,
  unproven,
  without,
  wrong,
} from './Breaking.ts'

const unicode = 'https://www.unicode.org/versions/Unicode16.0.0/'
const cited = (url: string, quote: string) => ({ url, quote })
/** Other sources, and so nothing to cite. */
const sourced = (sources: readonly string[]) => (reply: object) => ({
  ...without('citations')(reply),
  sources,
})

export const fields: Breaking[] = [
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
    rule: 'citations-shape',
    name: 'cites pages without quotes',
    twist: answering(setting({ citations: ['https://www.unicode.org/'] })),
    seen: /citations/,
  },
  ...(
    [
      [
        'cites what is no source',
        [cited('https://elsewhere.example/', 'It came out in September.')],
        /sources/,
      ],
      ['quotes too little', [cited(unicode, 'too little')], /under 12 bytes/],
      ['quotes too much', [cited(unicode, 'x'.repeat(201))], /201 bytes/],
      ['cites too much', Array(3).fill(cited(unicode, 'It came out in September.')), /3 citations/],
    ] as const
  ).map(([name, citations, seen]) => ({
    rule: 'citations',
    name,
    twist: answering((reply) => ('citations' in reply ? { ...reply, citations } : reply)),
    seen,
  })),
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
    twist: answering(sourced(Array.from({ length: 9 }, (_, i) => `https://example.org/${i}`))),
  },
  {
    rule: 'source-size',
    name: 'a source is one byte too long',
    twist: answering(sourced(['x'.repeat(129)])),
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
    twist: answering(sourced([])),
    status: 'warn',
  },
]

const opposite = { YES: 'NO', NO: 'YES', INVALID: 'INVALID' } as const
const voting = (result: keyof typeof opposite) => ({ outcome: result, determination: result === 'YES' })

export const autos: Breaking[] = [
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

export const asking: Breaking[] = [
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
