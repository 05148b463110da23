import type { Command } from 'commander'
import { z } from 'zod'
import { BaseError, Citation, type Json, Rubric, Schema, Score } from '../../protocol/index.ts'
import { answerInputs, splitInput } from '../terminal/batch.ts'
import { describe } from '../terminal/failure.ts'
import { readText } from '../terminal/input.ts'
import { write } from '../terminal/output.ts'

const examples = `
Each input is {id, question, reply: {determination, outcome?, confidence?, evidence, sources}, citations?, challenges?,
responses?, decided?, agreed?, is_manual?, is_exempt?, best_tier?, deadline?}. confidence is 0–1 and 0.5 when left out,
best_tier 0–3 or null, deadline in Unix seconds. citations: [{url, quote, verdict}], verdict "p" if others found the
quote, "f" if they did not, "o" if they could not tell; a yes or no without one that passed or is open is unbacked.
is_manual: false says that a counted check backs the answer, is_exempt: true that nobody could look for its citations.
A recorded solver answer, {question, rules?, answer_text, urls, recommendation: p1–p4}, is understood too.

Examples:
  $ cresolver score answers.jsonl
  $ echo '{"id":1,"question":"Did Ada win?","reply":{"determination":true,"confidence":0.9,
      "evidence":"Ada won 3-1 on May 2.","sources":["https://example.org/ada"]},"citations":[{"verdict":"p",
      "url":"https://example.org/ada","quote":"Ada won 3-1 on May 2"}]}' | cresolver score --explain`

export function register(group: Command): void {
  group
    .argument('[file]', 'one JSON value, an array, or JSON lines; stdin when left out')
    .option('--explain', 'for eyes: each dimension with its points and reasons')
    .option('--json', 'one line of JSON an answer, which is what it prints without --explain')
    .option('--strict', 'fail when any of several inputs is bad')
    .addHelpText('after', examples)
    .action(async (file: string | undefined, options: Options) => {
      const inputs = splitInput(await readText(file))
      if (!options.explain || options.json) return answerInputs(inputs, answer, options)
      for (const input of inputs)
        await write(`${'fault' in input ? fault(input.fault) : explain(input.value)}\n`)
    })
}

type Options = { explain?: boolean; json?: boolean; strict?: boolean }

/** One line of the batch. */
export function answer(input: Json.Json): object {
  const { dimensions, scores, composite, reasons, flags } = Rubric.evaluate(toInput(input))
  return {
    dimensions,
    ...scores,
    composite: composite / 100,
    composite_hundredths: composite,
    reasons,
    flags,
  }
}

const reply = z.object({
  determination: z.boolean(),
  outcome: Schema.outcome.optional(),
  confidence: z.number().min(0).max(1).default(0.5),
  evidence: z.string(),
  sources: z.array(z.string()),
})
const texts = z.array(z.string()).default([])
const tier = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3), z.null()]).default(null)
const cited = Citation.schema.extend({ verdict: z.enum(Citation.verdicts) })
const count = z.int().min(0).default(0)
const line = z.object({
  question: z.string(),
  reply,
  citations: z.array(cited).default([]),
  challenges: texts,
  responses: texts,
  decided: count,
  agreed: count,
  is_manual: z.boolean().default(true),
  is_exempt: z.boolean().default(false),
  best_tier: tier,
  deadline: z.int().min(0).optional(),
})
const recorded = z.object({
  question: z.string(),
  rules: z.string().optional(),
  answer_text: z.string(),
  urls: texts,
  recommendation: z.enum(['p1', 'p2', 'p3', 'p4']),
})

/** What the rubric reads, from a line of either kind. */
export function toInput(input: Json.Json): Rubric.Input {
  const isRecorded = typeof input === 'object' && input !== null && 'answer_text' in input
  return isRecorded ? fromRecorded(input) : fromLine(input)
}

function fromLine(input: Json.Json): Rubric.Input {
  const { reply, citations, ...rest } = read(line, input)
  const { confidence, ...kept } = reply
  return {
    ...rest,
    reply: { ...kept, confidence_bps: Math.round(confidence * 10_000) },
    citations: citations.map((one) => ({ ...one, reach: Citation.reach(one.url, rest.question) })),
  }
}

/** Only the text tells: nothing is known of its citations. p2 stands for yes, p1 for no; p3 (unknown) and p4 (too early) are both Invalid. */
function fromRecorded(input: Json.Json): Rubric.Input {
  const { question, rules, answer_text, urls, recommendation } = read(recorded, input)
  const isDecided = recommendation === 'p1' || recommendation === 'p2'
  return {
    question: rules === undefined ? question : `${question}\n${rules}`,
    reply: {
      determination: recommendation === 'p2',
      outcome: isDecided ? undefined : 'INVALID',
      confidence_bps: 5000,
      evidence: answer_text,
      sources: urls,
    },
    challenges: [],
    responses: [],
    // It was recorded without what others found: nobody could look.
    is_exempt: true,
    best_tier: null,
  }
}

function read<schema extends z.ZodType>(schema: schema, input: Json.Json): z.infer<schema> {
  const result = schema.safeParse(input)
  if (!result.success) throw new NotAnAnswerError(result.error)
  return result.data
}

function explain(input: Json.Json): string {
  try {
    const id = typeof input === 'object' && input !== null && 'id' in input ? `${String(input.id)}: ` : ''
    return `${id}${toText(Rubric.evaluate(toInput(input)))}`
  } catch (error) {
    return fault(error)
  }
}

function fault(error: unknown): string {
  process.exitCode = 1
  return describe(error).message
}

function toText({ dimensions, scores, composite, reasons, flags }: Rubric.Evaluation): string {
  const { res_quality, src_quality, analysis_depth } = scores
  const lines = [
    `composite ${(composite / 100).toFixed(2)}  resolution ${res_quality}  sources ${src_quality}  depth ${analysis_depth}`,
  ]
  for (const name of Score.dimensions) {
    lines.push(`  ${name} ${dimensions[name]} (weight ${Score.weights[name]})`)
    for (const { dimension, rule, points, note } of reasons) {
      if (dimension === name)
        lines.push(`    ${(points > 0 ? `+${points}` : `${points}`).padStart(4)} ${rule}: ${note}`)
    }
  }
  if (flags.length > 0) lines.push(`  flags: ${flags.join(', ')}`)
  return `${lines.join('\n')}\n`
}

export class NotAnAnswerError extends BaseError {
  override readonly name = 'Cli.NotAnAnswerError'
  constructor(error: z.ZodError) {
    super('The input is not an answer that can be scored.', {
      metaMessages: error.issues.map(({ path, message }) => `${path.join('.') || 'input'}: ${message}`),
    })
  }
}
