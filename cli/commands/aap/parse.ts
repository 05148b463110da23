import type { Command } from 'commander'
import { Question } from '../../../protocol/index.ts'
import { answerEach } from '../../terminal/batch.ts'
import { readText } from '../../terminal/input.ts'
import { print } from '../../terminal/output.ts'
import { textOf, withoutFinalBreak } from './text.ts'

const examples = `
Examples:
  $ printf '§question Will it rain?\\n§rule\\nsource:manual' | cresolver aap parse
  $ cresolver aap parse question.txt --json
  $ cresolver aap parse --lines < questions.jsonl     # {"id": …, "text": …} a line

Every text has an answer: what is wrong with it stands in issues, each with code, severity, line and column.`

export function register(group: Command): void {
  group
    .command('parse')
    .description('§ text → JSON, with all that is wrong in `issues`')
    .argument('[file]', 'one whole question; stdin when left out')
    .option('--json', 'one line of JSON')
    .option('--lines', 'read {id, text} lines of JSON instead, and answer each with a line')
    .addHelpText('after', examples)
    .action(async (file: string | undefined, options: { json?: boolean; lines?: boolean }) => {
      if (options.lines) await answerEach(file, (input) => Question.parse(textOf(input)))
      else await print(Question.parse(withoutFinalBreak(await readText(file))), options)
    })
}
