import type { Command } from 'commander'
import { z } from 'zod'
import { diffRules } from '../../../adapters/rules/index.ts'
import { BaseError, type Json } from '../../../protocol/index.ts'
import { answerEach } from '../../terminal/batch.ts'

const examples = `
Each input is {id, before, after, question?}; before and after are rule texts, or whole markets. The answer is
{id, change: none | cosmetic | semantic, fields, ambiguity_before, ambiguity_after, hunks}.

Examples:
  $ echo '{"id":1,"before":"Resolves \\"Yes\\" if it rains.","after":"Resolves “Yes” if it  rains."}' | cresolver rules diff
  $ cresolver rules diff edits.jsonl | jq -r 'select(.change == "semantic") | .id'`

export function register(group: Command): void {
  group
    .command('diff')
    .description('{id, before, after} → what changed, and whether it matters')
    .argument('[file]', 'one JSON value, an array, or JSON lines; stdin when left out')
    .option('--json', 'one line of JSON an edit, which is what it prints anyway')
    .option('--strict', 'fail when any of several inputs is bad')
    .addHelpText('after', examples)
    .action(async (file: string | undefined, options: { strict?: boolean }) => {
      await answerEach(file, diff, options)
    })
}

const version = z.union([z.string(), z.looseObject({})])
const edit = z.object({ before: version, after: version, question: z.string().nullish() })

function diff(input: Json.Json): object {
  const read = edit.safeParse(input)
  if (!read.success) throw new NotAnEditError(read.error)
  const { before, after, question } = read.data
  return diffRules(before, after, { question: question ?? undefined })
}

export class NotAnEditError extends BaseError {
  override readonly name = 'Cli.NotAnEditError'
  constructor(error: z.ZodError) {
    super('Each input must be JSON with `before` and `after`, each a text or a market.', {
      metaMessages: error.issues
        .slice(0, 5)
        .map(({ path, message }) => `${path.join('.') || 'input'}: ${message}`),
    })
  }
}
