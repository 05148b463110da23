import type { Command } from 'commander'
import { type Json, Question } from '../../../protocol/index.ts'
import { answerInputs, type Line, splitInput } from '../../terminal/batch.ts'
import { readText } from '../../terminal/input.ts'
import { write } from '../../terminal/output.ts'

const examples = `
Examples:
  $ echo '{"question": "Will it rain?", "rule": {"source": "manual"}}' | cresolver aap format
  $ cresolver aap parse question.txt | cresolver aap format
  $ cresolver aap format --json < parsed.jsonl         # {"id": …, "text": …} a line

Takes what \`aap parse\` prints; null and absent are the same, issues are passed over.`

export function register(group: Command): void {
  group
    .command('format')
    .description('JSON → § text, in the one order that stands on-chain')
    .argument('[file]', 'one JSON value, or JSON lines; stdin when left out')
    .option('--json', 'answer with {id, text}, also when there is one input')
    .option('--strict', 'fail when any of several inputs is bad')
    .addHelpText('after', examples)
    .action(async (file: string | undefined, options: { json?: boolean; strict?: boolean }) => {
      const inputs = splitInput(await readText(file))
      if (inputs.length === 1 && !options.json) await write(`${formatOnly(inputs[0]!)}\n`)
      else await answerInputs(inputs, (input) => ({ text: formatOne(input) }), options)
    })
}

const formatOne = (input: Json.Json): string => Question.format(Question.fromJson(input))

function formatOnly(input: Line): string {
  if ('fault' in input) throw input.fault
  return formatOne(input.value)
}
