import type { Command } from 'commander'
import { type ParsedRule, parseQuestion, parseRule, readUmaRequest } from '../../../adapters/rules/index.ts'
import { type Json, Question } from '../../../protocol/index.ts'
import { answerEach } from '../../terminal/batch.ts'
import { readMarketText } from './marketText.ts'

const examples = `
Each input is a market of Gamma ({id, conditionId, question, description, resolutionSource, endDate, outcomes …}), or the
shorter {condition_id, question, resolution_rules, resolution_source}; or {text, deadline?} with a § text and Unix seconds, which
has the ambiguity that \`aap validate\` and \`market create\` say. Nothing is fetched, and no model is asked.

The ancillary data of a request to UMA is read as well: hex or text as it is, or as ancillary_data (or ancillaryData, queryText …) of a
record. Its rule is read as any other; \`uma\` has the rest of it: prices, initializer, notices, and its ids with those that were given.

Examples:
  $ curl -s 'https://gamma-api.polymarket.com/markets?limit=5' | cresolver rules parse
  $ cresolver rules parse markets.jsonl | jq '[.id, .structured.source, .structured.deadline, .structured.ambiguity]'
  $ cresolver rules parse ancillary.hex | jq '[.uma.question, .uma.question_id, .structured.deadline]'`

export function register(group: Command): void {
  group
    .command('parse')
    .description('market → {id, condition_id, structured, confidence, rules_hash, raw_hash, spans}')
    .argument('[file]', 'one JSON value, an array, or JSON lines; stdin when left out')
    .option('--json', 'one line of JSON a market, which is what it prints anyway')
    .option('--strict', 'fail when any of several inputs is bad')
    .addHelpText('after', examples)
    .action(async (file: string | undefined, options: { strict?: boolean }) => {
      await answerEach(file, parse, { ...options, read: readMarketText })
    })
}

/** The id is the input's own, of whatever type it was. */
function parse(input: Json.Json): object {
  const uma = readUmaRequest(input)
  const { id: _, ...parsed } = hasText(input) && uma === null ? parseText(input) : parseRule(input)
  return uma === null ? parsed : { ...parsed, uma }
}

type Text = { readonly text: string; readonly deadline?: unknown }

const hasText = (input: Json.Json): input is Json.Json & Text =>
  typeof input === 'object' && input !== null && 'text' in input && typeof input.text === 'string'

function parseText({ text, deadline }: Text): ParsedRule {
  const options = { deadline: typeof deadline === 'number' ? deadline : undefined }
  return parseQuestion(Question.validate(text, options), options.deadline)
}
