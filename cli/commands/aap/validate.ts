import { type Command, InvalidArgumentError } from 'commander'
import { isUnfit, parseQuestion } from '../../../adapters/rules/index.ts'
import { Issue, Question } from '../../../protocol/index.ts'
import { answerEach } from '../../terminal/batch.ts'
import { failureExit } from '../../terminal/failure.ts'
import { readText } from '../../terminal/input.ts'
import { print } from '../../terminal/output.ts'
import { textOf, withoutFinalBreak } from './text.ts'

const examples = `
Examples:
  $ cresolver aap validate question.txt && echo fit for a market
  $ cresolver aap validate --deadline 1771631940 < question.txt
  $ cresolver aap validate --lines < questions.jsonl   # {"id": …, "text": …} a line

An auto rule has ambiguity 0; a manual one is read like any rule in words, see docs/rules.md. Each fault says what to do about
it; \`cresolver market create\` refuses what is not fit.
Exit code 1 when the question is invalid or not fit; among several lines only with --strict.`

type Options = { json?: boolean; lines?: boolean; strict?: boolean; deadline?: number }

export function register(group: Command): void {
  group
    .command('validate')
    .description(
      '§ text → {valid, issues, fit, ambiguity, factors, faults}; fails when a market could not use it',
    )
    .argument('[file]', 'one whole question; stdin when left out')
    .option('--json', 'one line of JSON')
    .option('--lines', 'read {id, text} lines of JSON instead, and answer each with a line')
    .option('--strict', 'with --lines: fail when any of them is invalid or not fit')
    .option(
      '--deadline <seconds>',
      "the market's deadline, which a deadline in the rule must equal",
      unixSeconds,
    )
    .addHelpText('after', examples)
    .action(async (file: string | undefined, options: Options) => {
      const answers: boolean[] = []
      const answer = (text: string) => {
        const { issues, ...question } = Question.parse(text, { deadline: options.deadline })
        const valid = !issues.some(Issue.isError)
        const read = valid ? parseQuestion(question, options.deadline).structured : unread
        const { ambiguity, factors, faults } = read
        const fit = valid && !isUnfit(faults)
        answers.push(fit)
        return { valid, issues, fit, ambiguity, factors, faults }
      }
      if (options.lines) await answerEach(file, (input) => answer(textOf(input)), options)
      else await print(answer(withoutFinalBreak(await readText(file))), options)
      if (answers.includes(false) && (options.strict || answers.length === 1)) process.exitCode = failureExit
    })
}

const unread = { ambiguity: null, factors: [], faults: [] }

function unixSeconds(text: string): number {
  if (!/^[0-9]{1,12}$/.test(text)) throw new InvalidArgumentError('Give Unix seconds.')
  return Number(text)
}
