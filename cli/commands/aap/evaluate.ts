import type { Command } from 'commander'
import { BaseError, Json, Question, Rule } from '../../../protocol/index.ts'
import { answerEach } from '../../terminal/batch.ts'

const examples = `
Examples:
  $ echo '{"id": 1, "question": "§question …\\n§rule\\nsource:coingecko:bitcoin\\nop:gte\\ntarget:75000", "value": "75000.01"}' \\
      | cresolver aap evaluate
  {"id":1,"met":true,"outcome":"YES","metric_used":"price_usd","value":"75000.01","target":"75000","op":"gte"}

The value is a decimal in a string, a JSON number of at most 15 digits without exponent, or null when the source had none.`

export function register(group: Command): void {
  group
    .command('evaluate')
    .description('{id, question, value} → {id, met, outcome, metric_used, value, target, op}')
    .argument('[file]', 'one JSON value, or JSON lines; stdin when left out')
    .option('--json', 'one line of JSON a value, which is what it prints anyway')
    .option('--strict', 'fail when any of several inputs is bad')
    .addHelpText('after', examples)
    .action(async (file: string | undefined, options: { strict?: boolean }) => {
      await answerEach(file, evaluate, { ...options, read })
    })
}

function evaluate(input: Json.Json): Rule.Evaluation {
  const { question, value } = { ...(input as { question?: Json.Json; value?: Json.Json }) }
  if (typeof question !== 'string') throw new NoQuestionError()
  return Rule.evaluate(Question.validate(question).rule, decimal(value))
}

/** Numbers arrive here as the text they were written in, so that no digit is lost. */
function decimal(value: Json.Json | undefined): string | null {
  if (value === null || typeof value === 'string') return value
  if (!isWritten(value))
    throw new ValueError('The value must be a decimal in a string, a short number, or null.')
  const { number } = value
  if (!/^-?[0-9]+(?:\.[0-9]+)?$/.test(number) || number.replace(/[-.]/g, '').length > 15) {
    throw new ValueError(`The number ${number.slice(0, 80)} is not exact in JSON; write it as a string.`)
  }
  return number
}

type Written = { readonly number: string }

const isWritten = (value: Json.Json | undefined): value is Written =>
  typeof value === 'object' && value !== null && 'number' in value && typeof value.number === 'string'

type Reviver = (key: string, value: unknown, context?: { source?: string }) => unknown

function read(text: string): Json.Json {
  const checked = Json.parse(text)
  // Most values are strings or null, and need no second reading.
  if (!/"value"\s*:\s*[-0-9]/.test(text)) return checked
  const keepNumber: Reviver = (key, value, context) =>
    key === 'value' && typeof value === 'number' ? { number: context?.source ?? String(value) } : value
  return JSON.parse(text, keepNumber as (key: string, value: unknown) => unknown)
}

export class NoQuestionError extends BaseError {
  override readonly name = 'Cli.NoQuestionError'
  constructor() {
    super('Each input must be JSON with the § text in `question`, and a `value`.')
  }
}

export class ValueError extends BaseError {
  override readonly name = 'Cli.ValueError'
}
