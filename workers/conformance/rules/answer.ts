import { Citation, Json, Schema, Wire } from '../../../protocol/index.ts'
import type { ConformanceRule } from '../ConformanceRule.ts'
import type { Probe } from '../Probe.ts'
import { fail, pass, type RuleResult, skip } from '../RuleResult.ts'
import { type Kind, kindOf, textSize } from '../values.ts'
import { readable } from './transport.ts'

/** What an answer holds: each field on its own, so that what is wrong is named. */
type Fields = Readonly<Record<string, unknown>>

async function fieldsOf(probe: Probe): Promise<Fields> {
  return (probe.object(await probe.resolve(probe.manual.request)) ?? {}) as Fields
}

type Judge = (fields: Fields, probe: Probe) => RuleResult

const rule = (
  id: string,
  title: string,
  requirement: string,
  needs: readonly string[],
  judge: Judge,
  seed?: string,
): ConformanceRule => ({
  id,
  title,
  requirement,
  severity: 'must',
  seed,
  needs: [...readable, ...needs],
  run: async (probe) => judge(await fieldsOf(probe), probe),
})

const typed =
  (name: string, wanted: Kind, words: string): Judge =>
  (fields) => {
    if (!Object.hasOwn(fields, name)) return fail(`${name} is missing.`, `Send ${name}: ${words}.`)
    const kind = kindOf(fields[name])
    if (kind !== wanted) return fail(`${name} is ${kind}.`, `Send ${name} as ${wanted}: ${words}.`)
    return pass(`${name} is ${kind}.`)
  }

const shaped =
  (name: 'rule_check' | 'por' | 'citations' | 'attestation', words: string): Judge =>
  (fields) => {
    if (!Object.hasOwn(fields, name)) return pass(`No ${name} is sent, and none is needed here.`)
    const result = Wire.resolveReply.shape[name].safeParse(fields[name])
    if (result.success && fields[name] !== undefined) return pass(`${name} has its fields.`)
    const [issue] = result.error?.issues ?? []
    return fail(
      `${name}${issue === undefined ? '' : `.${issue.path.map(String).join('.')}: ${issue.message}`}`,
      `Send ${name} as ${words}, or leave it out.`,
    )
  }

const text = (fields: Fields) => (typeof fields.evidence === 'string' ? fields.evidence : '')
const sources = (fields: Fields) =>
  Array.isArray(fields.sources) ? fields.sources.filter((one) => typeof one === 'string') : []

const { limits } = Wire

export const answer: readonly ConformanceRule[] = [
  rule(
    'determination',
    'determination is a boolean',
    'S1-8',
    [],
    typed('determination', 'a boolean', 'true for YES, false for NO and for INVALID'),
    '`true` for YES, `false` for NO',
  ),
  rule(
    'confidence',
    'confidence is a number',
    'S1-9',
    [],
    typed('confidence', 'a number', 'how sure you are, from 0 to 1'),
    'Confidence level between 0.0 and 1.0',
  ),
  rule(
    'confidence-range',
    'confidence is within 0 and 1',
    'S1-9',
    ['confidence'],
    ({ confidence }) =>
      Number(confidence) >= 0 && Number(confidence) <= 1
        ? pass(`confidence is ${Number(confidence)}.`)
        : fail(`confidence is ${Number(confidence)}.`, 'Send a share of 1, not a percentage.'),
    'Confidence level between 0.0 and 1.0',
  ),
  rule(
    'confidence-decimals',
    'confidence has at most 4 decimals',
    'C31 Wire',
    ['confidence', 'confidence-range'],
    ({ confidence }) =>
      Wire.resolveReply.shape.confidence.safeParse(confidence).success
        ? pass(`confidence is ${Number(confidence)}.`)
        : fail(
            `confidence is ${Number(confidence)}.`,
            'Round it to 4 decimals: it is hashed in basis points.',
          ),
  ),
  rule(
    'evidence',
    'evidence is a text',
    'S1-10',
    [],
    typed('evidence', 'a string', 'the analysis your determination rests on'),
    'Detailed analysis supporting the determination',
  ),
  rule(
    'sources',
    'sources is a list of texts',
    'S1-11',
    [],
    (fields, probe) => {
      const finding = typed('sources', 'an array', 'URLs or references, as strings')(fields, probe)
      if (finding.status !== 'pass') return finding
      const odd = (fields.sources as unknown[]).find((one) => typeof one !== 'string')
      if (odd !== undefined) return fail(`One of sources is ${kindOf(odd)}.`, 'Send each source as a string.')
      return pass(`${(fields.sources as unknown[]).length} sources.`)
    },
    'URLs or references backing the evidence',
  ),
  rule('outcome', 'outcome, where sent, is YES, NO or INVALID', 'C20 Wire', [], (fields) => {
    if (!Object.hasOwn(fields, 'outcome')) return pass('No outcome is sent; determination decides.')
    if (Schema.outcome.safeParse(fields.outcome).success) return pass(`${fields.outcome}.`)
    return fail(
      `outcome is ${typeof fields.outcome === 'string' ? `"${fields.outcome}"` : kindOf(fields.outcome)}.`,
      'Send YES, NO or INVALID in capitals, or leave it out.',
    )
  }),
  rule(
    'outcome-agrees',
    'determination and outcome say the same',
    'C20 Wire',
    ['determination', 'outcome'],
    ({ outcome, determination }) => {
      if (outcome === undefined) return pass('Only determination is sent.')
      if ((outcome === 'YES') === determination) return pass(`${determination} and ${outcome}.`)
      return fail(
        `determination is ${determination}, outcome ${outcome}.`,
        'Send true with YES, false with NO and INVALID.',
      )
    },
  ),
  rule(
    'rule-check-shape',
    'rule_check, where sent, has its fields',
    'Wire',
    [],
    shaped('rule_check', '{observed_at: seconds, value: "decimal", tier: 0–3, result}'),
  ),
  rule(
    'por-shape',
    'por, where sent, has its fields',
    'C34 Wire',
    [],
    shaped('por', '{root: 32 bytes as lower-case hex, uri: up to 256 characters}'),
  ),
  rule(
    'citations-shape',
    'citations, where sent, are a list of pages and quotes',
    'Wire',
    [],
    shaped('citations', '[{url, quote}]'),
  ),
  rule(
    'citations',
    `there are at most ${limits.citations} citations, of https sources, with quotes of 12 to ${limits.quote} bytes`,
    'Wire',
    ['sources', 'citations-shape'],
    (fields) => {
      const cited = (fields.citations ?? []) as Citation.Citation[]
      if (cited.length === 0) return pass('There are none: where words decide, such an answer is unbacked.')
      const fault = Citation.fault(cited, sources(fields))
      if (fault === null) return pass(`${cited.length} of ${limits.citations}.`)
      return fail(`${fault.detail}.`, 'Leave that citation out: one bad citation excludes the whole answer.')
    },
  ),
  rule(
    'attestation-shape',
    'attestation, where sent, has its fields',
    'C3 Wire',
    [],
    shaped('attestation', '{signer: address, signature: 65 bytes as lower-case hex}'),
  ),
  rule('spellable', 'texts hold no half of a surrogate pair', 'S1-29', ['evidence', 'sources'], (fields) => {
    try {
      Json.canonical([text(fields), ...sources(fields)])
      return pass('Every text has bytes to hash.')
    } catch {
      return fail('A text holds half of a surrogate pair.', 'Cut texts between characters, not inside them.')
    }
  }),
  rule('evidence-size', `evidence is at most ${limits.evidence} bytes`, 'C6 Wire', ['evidence'], (fields) =>
    bounded('evidence', textSize(text(fields)), limits.evidence),
  ),
  rule('sources-count', `there are at most ${limits.sources} sources`, 'C6 Wire', ['sources'], (fields) => {
    const count = sources(fields).length
    if (count <= limits.sources) return pass(`${count} of ${limits.sources}.`)
    return fail(`There are ${count} sources of ${limits.sources}.`, 'Send the best ones.')
  }),
  rule('source-size', `each source is at most ${limits.source} bytes`, 'C6 Wire', ['sources'], (fields) =>
    bounded('The longest source', Math.max(0, ...sources(fields).map(textSize)), limits.source),
  ),
  rule(
    'answer-size',
    `the whole answer is at most ${limits.answer} bytes`,
    'C6 Wire',
    ['evidence-size', 'sources-count', 'source-size', 'spellable'],
    (fields) => bounded('The answer', Buffer.byteLength(JSON.stringify(fields)), limits.answer),
  ),
  {
    id: 'sources-present',
    title: 'an answer that decides names at least one source',
    requirement: 'S1-33 C73',
    severity: 'should',
    seed: '**Provide at least one source** in the resolve response.',
    needs: [...readable, 'sources'],
    run: decidedBySources,
  },
]

/** Who doubts has read nothing that decides, and need not pretend to. */
async function decidedBySources(probe: Probe): Promise<RuleResult> {
  const replies = await Promise.all([probe.manual, probe.auto].map(({ request }) => probe.resolve(request)))
  const decided = replies.flatMap((reply) => {
    const fields = (probe.object(reply) ?? {}) as Fields
    return fields.outcome !== 'INVALID' && Array.isArray(fields.sources) ? [fields] : []
  })
  if (decided.length === 0)
    return skip('Every answer is INVALID.', 'Give a question your worker can decide with --question.')
  if (decided.every((fields) => sources(fields).some((one) => one.trim() !== '')))
    return pass(`${decided.map((fields) => sources(fields).length).join(' and ')} sources.`)
  return fail('There is no source.', 'Name what you read: without a source, Source Quality is at most 10.')
}

function bounded(what: string, size: number, limit: number): RuleResult {
  if (size <= limit) return pass(`${what} has ${size} bytes of ${limit}.`)
  return fail(
    `${what} has ${size} bytes of ${limit}.`,
    'Shorten it: what is over a limit is excluded, and costs stake like silence.',
  )
}

/** All that must hold before an answer counts. */
export const countable: readonly string[] = [
  ...readable,
  ...answer.filter(({ severity }) => severity === 'must').map(({ id }) => id),
]
