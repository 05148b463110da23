import { existsSync, readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { Option } from 'commander'
import { parse } from 'yaml'
import { z } from 'zod'
import { type Solution, solve, sure } from '../../adapters/captcha/solve.ts'
import { solveWithModel } from '../../adapters/captcha/solveWithModel.ts'
import { BaseError, type Json } from '../../protocol/index.ts'
import * as ModelConfig from '../../services/model/Config.ts'
import { openModel } from '../../services/model/openModel.ts'
import { answerEach } from '../terminal/batch.ts'
import { failureExit, UsageError } from '../terminal/failure.ts'
import { write } from '../terminal/output.ts'

const notes = `
Each input is {id, challenge_text}; each reply is {id, answer, best, confidence, why}. "best" is the likeliest number, with
two decimals, and "confidence" how likely it is right, from 0 to 1; "answer" is the same number from ${sure} on, and null
below. Nothing is asked of anyone, unless --solver llm says so: then a model is asked where "answer" would be null.

An argument with a space in it that names no file is a challenge; without an answer to it, the command fails.

Examples:
  $ cresolver solve challenges.jsonl
  $ cresolver solve 'A] lObS-tEr sW^iMs aT/ tHiR tYy mE~tErS aNd] sLo/wS bY^ eI{gHt, wHaT] iS tHe nEw sPe-Ed?'
  $ cresolver solve challenges.jsonl --solver llm --model model.yaml`

type Options = {
  steps?: boolean
  json?: boolean
  strict?: boolean
  solver: 'rules' | 'llm'
  model?: string
}
type Solve = (text: string) => Solution | Promise<Solution>

export function register(group: Command): void {
  group
    .argument(
      '[input]',
      'a file with one JSON value, an array, or JSON lines (stdin when left out); or one challenge',
    )
    .option('--steps', 'tell, too, what was read, each number with where it stands, and what was computed')
    .option('--json', 'one line of JSON for a single challenge, too')
    .option('--strict', 'fail when any of several inputs is bad')
    .addOption(new Option('--solver <name>', 'who solves').choices(['rules', 'llm']).default('rules'))
    .option('--model <file>', 'the config of the model, YAML or JSON; with --solver llm')
    .addHelpText('after', notes)
    .action(run)
}

async function run(input: string | undefined, options: Options): Promise<void> {
  const solver = solverOf(options)
  if (input !== undefined && /\s/.test(input) && !existsSync(input)) return solveOne(input, solver, options)
  await answerEach(input, async (line) => answerOf(await solver(read(line)), options), options)
}

async function solveOne(text: string, solver: Solve, options: Options): Promise<void> {
  const solution = await solver(text)
  if (solution.answer === null) process.exitCode = failureExit
  if (options.json) return write(`${JSON.stringify(answerOf(solution, options))}\n`)
  await write(`${solution.answer ?? 'no answer'}  (${solution.why})\n`)
  if (options.steps) for (const step of solution.steps) await write(`  ${JSON.stringify(step)}\n`)
}

const answerOf = ({ steps, ...reply }: Solution, options: Options): object =>
  options.steps ? { ...reply, steps } : reply

const line = z.object({ challenge_text: z.string() })

function read(input: Json.Json): string {
  const result = line.safeParse(input)
  if (!result.success) throw new NotAChallengeError(result.error)
  return result.data.challenge_text
}

function solverOf({ solver, model }: Options): Solve {
  if (solver === 'rules') {
    if (model !== undefined) throw new UsageError('--model is of use only with --solver llm.')
    return solve
  }
  if (model === undefined) throw new UsageError('--solver llm needs --model <file>.')
  const config = ModelConfig.config.safeParse(readConfig(model))
  if (!config.success) {
    const { shortMessage, metaMessages } = new ModelConfig.InvalidConfigError(config.error)
    throw new UsageError(shortMessage, { metaMessages })
  }
  const asked = openModel(config.data)
  return (text) => solveWithModel(asked, text)
}

function readConfig(file: string): unknown {
  try {
    return parse(readFileSync(file, 'utf8'), { maxAliasCount: 0 })
  } catch (cause) {
    throw new UsageError(`Cannot read ${file}.`, { cause, metaMessages: [(cause as Error).message] })
  }
}

export class NotAChallengeError extends BaseError {
  override readonly name = 'Cli.NotAChallengeError'
  constructor(error: z.ZodError) {
    super('The input is no challenge.', {
      metaMessages: error.issues.map(({ path, message }) => `${path.join('.') || 'input'}: ${message}`),
    })
  }
}
