import { type Command, InvalidArgumentError, Option } from 'commander'
import { solve, solveWithModel } from '../../adapters/captcha/index.ts'
import {
  type Adapter,
  Credentials,
  filesOf,
  openAdapter,
  type Solver,
  type Warning,
} from '../../adapters/moltbook/index.ts'
import { Schema } from '../../protocol/index.ts'
import * as ModelConfig from '../../services/model/Config.ts'
import { openModel } from '../../services/model/openModel.ts'
import { readConfig, readSources } from '../source/sourcesConfig.ts'
import { UsageError } from '../terminal/failure.ts'
import { asWords } from './asWords.ts'
import { openResolving } from './resolving.ts'

/** What every command of the adapter takes. */
export type CommonOptions = {
  readonly account?: string
  readonly home?: string
  readonly baseUrl?: string
  readonly json?: boolean
  readonly dryRun?: boolean
  readonly solver?: 'rules' | 'llm'
  readonly model?: string
  readonly sources?: string
  readonly patience?: number
}

export const homeOption = (): Option =>
  new Option('--home <folder>', 'where credentials and markets are (default: ~/.config/moltbook)').env(
    'MOLTBOOK_HOME',
  )

/** For commands that only read. */
export const reading = (command: Command): Command =>
  command
    .option('--account <name>', 'whose credentials: <name>-credentials.json')
    .addOption(homeOption())
    .addOption(
      new Option('--base-url <url>', "a server on this machine instead of Moltbook's own").env(
        'MOLTBOOK_BASE_URL',
      ),
    )
    .option('--json', 'one line of JSON')

/** For commands that write. */
export const writing = (command: Command): Command =>
  reading(command)
    .option('--dry-run', 'say what would be done, and do nothing')
    .addOption(
      new Option('--solver <kind>', 'who answers challenges: rules, or rules and then a model')
        .choices(['rules', 'llm'])
        .default('rules'),
    )
    .option('--model <file>', 'the config of the model, YAML or JSON; needed by --solver llm')
    .option(
      '--patience <seconds>',
      'how long to wait for one’s turn; what waits longer stays in the outbox',
      seconds,
      90,
    )

/** For commands that ask sources. */
export const asking = (command: Command): Command =>
  command.option('--sources <file>', 'a config {sources, panel}, YAML or JSON (default: the live APIs)')

export function seconds(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new InvalidArgumentError('expected whole seconds.')
  return Number(text)
}

export const homeOf = ({ home }: CommonOptions): string => home ?? Credentials.defaultHome()

/** Warnings go where they spoil no output. */
export function tellWarnings(warnings: readonly Warning[]): void {
  for (const { code, message } of warnings) process.stderr.write(`warning: ${message} (${code})\n`)
}

/** Runs with an opened account, and closes it whatever happens. */
export async function withAdapter<result>(
  options: CommonOptions & { readonly isReadOnly?: boolean },
  work: (adapter: Adapter) => Promise<result>,
): Promise<result> {
  asWords(() => filesOf(homeOf(options), options.account))
  const adapter = openAdapter({
    home: homeOf(options),
    account: options.account,
    baseUrl: options.baseUrl,
    patience: options.patience,
    resolving: openResolving(options.sources === undefined ? undefined : readSources(options.sources)),
    solver: solverOf(options),
    isReadOnly: options.isReadOnly === true || options.dryRun === true,
  })
  try {
    return await work(adapter)
  } finally {
    adapter.close()
  }
}

function solverOf({ solver, model }: CommonOptions): Solver {
  if (solver !== 'llm') return solve
  if (model === undefined) throw new UsageError('--solver llm needs --model <file>.')
  const asked = openModel(Schema.read(ModelConfig.config, readConfig(model)))
  return (text) => solveWithModel(asked, text)
}
