import { type Command, Option } from 'commander'
import { BaseError, type Json } from '../../../protocol/index.ts'
import { answerInputs, type Line as Input, splitInput } from '../../terminal/batch.ts'
import { describe, failureExit } from '../../terminal/failure.ts'
import { readText } from '../../terminal/input.ts'
import { write } from '../../terminal/output.ts'
import { printable } from '../../terminal/printable.ts'
import { type Case, schema } from './Case.ts'
import { evaluate } from './evaluate.ts'
import { type Reader, readers } from './readers.ts'
import { type Judged, summarize } from './summarize.ts'

const notes = `
Each line is a case: {id, category, trap, question, rules, created, deadline, sources[{url, name, role, complete_for}],
pages[{url, status, content_type, body}], facts[], slips[], truth}. No model is asked and nothing is fetched: the two readers
play a script. facts: both find what the case gives. typed: the same without saying which way it bears. slip: one of them
adds a wrong fact of the case, each in turn, and the worst counts. shared: both add it. hostile: both obey the page.
none: both find nothing. docs/evaluating.md says what the figures mean.

Examples:
  $ cresolver eval cases.jsonl
  $ cresolver eval cases.jsonl --reader slip --json | jq 'select(.verdict == "wrong")'`

type Options = { reader: Reader; lines: 'all' | 'odd' | 'even'; json?: boolean; strict?: boolean }

export function register(group: Command): void {
  group
    .argument('[cases]', 'one JSON value, an array, or JSON lines; stdin when left out')
    .addOption(new Option('--reader <name>', 'who reads the pages').choices([...readers]).default('facts'))
    .addOption(
      new Option('--lines <which>', 'which lines to take, counted from 1')
        .choices(['all', 'odd', 'even'])
        .default('all'),
    )
    .option('--json', 'one line of JSON a case, and no table')
    .option('--strict', 'fail when any of several cases cannot be read')
    .addHelpText('after', notes)
    .action(run)
}

async function run(file: string | undefined, options: Options): Promise<void> {
  const inputs = splitInput(await readText(file)).filter((_, i) => isTaken(i + 1, options.lines))
  if (options.json) return answerInputs(inputs, (input) => evaluate(options.reader, read(input)), options)
  const judged: Judged[] = []
  let failures = 0
  for (const [i, input] of inputs.entries()) {
    showProgress(i, inputs.length)
    const one = judge(input, options.reader)
    if ('played' in one) judged.push(one)
    else failures++
    await write(`${printable('played' in one ? textOf(one) : one.message)}\n`)
  }
  showProgress(inputs.length, inputs.length)
  await write(`\n${summarize(judged)}\n`)
  if (failures > 0 && (options.strict || judged.length === 0)) process.exitCode = failureExit
}

const isTaken = (line: number, which: Options['lines']): boolean =>
  which === 'all' || (line % 2 === 1) === (which === 'odd')

function judge(input: Input, reader: Reader): Judged | { readonly message: string } {
  try {
    if ('fault' in input) throw input.fault
    const played = read(input.value)
    return { played, line: evaluate(reader, played) }
  } catch (error) {
    return { message: describe(error).message }
  }
}

const textOf = ({ line }: Judged): string =>
  `${line.verdict.padEnd(9)} ${line.id}: ${line.outcome} for ${line.truth}, ${line.rule} ${line.confidence} (${line.why})`

/** One line on a terminal that is written over; nothing where the output goes to a file. */
function showProgress(done: number, all: number): void {
  if (process.stderr.isTTY) process.stderr.write(done < all ? `\r${done + 1} of ${all} \r` : '\r\x1b[K')
}

function read(input: Json.Json): Case {
  const result = schema.safeParse(input)
  if (!result.success)
    throw new NotACaseError(
      result.error.issues.map(({ path, message }) => `${path.join('.') || 'input'}: ${message}`),
    )
  return result.data
}

/** Thrown for a line that is not a case. */
export class NotACaseError extends BaseError {
  override readonly name = 'Cli.NotACaseError'
  constructor(issues: readonly string[]) {
    super('The input is not a case that can be evaluated.', { metaMessages: [...issues] })
  }
}
