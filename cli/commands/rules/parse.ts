import type { Command } from 'commander'
import { type ParsedRule, parseQuestion, parseRule } from '../../../adapters/rules/index.ts'
import { type Json, Question } from '../../../protocol/index.ts'
import { answerEach } from '../../terminal/batch.ts'

const examples = `
Each input is a market of Gamma ({id, conditionId, question, description, resolutionSource, endDate, outcomes …}), or the
shorter {condition_id, question, resolution_rules, resolution_source}; or {text, deadline?} with a § text and Unix seconds, which
has the ambiguity that \`aap validate\` and \`market create\` say. Nothing is fetched, and no model is asked.

Examples:
  $ curl -s 'https://gamma-api.polymarket.com/markets?limit=5' | cresolver rules parse
  $ cresolver rules parse markets.jsonl | jq '[.id, .structured.source, .structured.deadline, .structured.ambiguity]'`

export function register(group: Command): void {
  group
    .command('parse')
    .description('market → {id, condition_id, structured, confidence, rules_hash, raw_hash, spans}')
    .argument('[file]', 'one JSON value, an array, or JSON lines; stdin when left out')
    .option('--json', 'one line of JSON a market, which is what it prints anyway')
    .option('--strict', 'fail when any of several inputs is bad')
    .addHelpText('after', examples)
    .action(async (file: string | undefined, options: { strict?: boolean }) => {
      await answerEach(file, parse, options)
    })
}

/** The id is the input's own, of whatever type it was. */
function parse(input: Json.Json): object {
  const { id: _, ...parsed } = hasText(input) ? parseText(input) : parseRule(input)
  return parsed
}

type Text = { readonly text: string; readonly deadline?: unknown }

const hasText = (input: Json.Json): input is Json.Json & Text =>
  typeof input === 'object' && input !== null && 'text' in input && typeof input.text === 'string'

function parseText({ text, deadline }: Text): ParsedRule {
  const options = { deadline: typeof deadline === 'number' ? deadline : undefined }
  return parseQuestion(Question.validate(text, options), options.deadline)
}
