import { type Command, InvalidArgumentError, Option } from 'commander'
import type { Hash } from '../../../protocol/index.ts'
import { splitInput } from '../../terminal/batch.ts'
import { UsageError } from '../../terminal/failure.ts'
import { readText } from '../../terminal/input.ts'
import { asUsage } from '../../terminal/service.ts'
import { askCandidate } from './askCandidate.ts'
import { keepEval } from './keepEval.ts'
import { playReaders } from './playReaders.ts'
import { readCases } from './readCase.ts'
import { type Reader, readers } from './readers.ts'
import { startPageServer } from './servePages.ts'
import { openHere } from './workerHere.ts'
import { openThere } from './workerThere.ts'

const notes = `
Each line is a case: {id, category, trap, question, rules, created, deadline, asked_at, sources[{url, name, role, complete_for}],
pages[{url, status, content_type, body}], facts[], slips[], truth}.

Without --model and --worker no model is asked and nothing is fetched: the two readers play a script. facts: both find what the
case gives. typed: the same without saying which way it bears. slip: one of them adds a wrong fact of the case, each in turn, and
the worst counts. shared: both add it. hostile: both obey the page. none: both find nothing.

--model runs the worker of a config here, with its real model, on the pages of the cases. A result of 50 cases and more is kept
beside the worker's store as its last eval; in a market in words \`market join\` refuses an llm or panel worker whose last eval is
absent, of another model or wrong in more than 2 % of its cases.

--worker asks a running worker over the wire. The pages are served by this command, and the question names their addresses; --live
serves none, and asks about the web as it is. docs/evaluating.md says what the figures mean.

Examples:
  $ cresolver eval cases.jsonl
  $ cresolver eval cases.jsonl --reader slip --json | jq 'select(.verdict == "wrong")'
  $ cresolver eval cases.jsonl --model worker.yaml --max-cost 2 --json > run.jsonl
  $ cresolver eval cases.jsonl --model worker.yaml --resume run.jsonl
  $ cresolver eval cases.jsonl --worker http://127.0.0.1:4100 --limit 20`

type Options = {
  reader: Reader
  lines: 'all' | 'odd' | 'even'
  json?: boolean
  strict?: boolean
  model?: string
  worker?: string
  live?: boolean
  listen: { host: string; port: number }
  pagesUrl?: string
  limit?: number
  maxCost?: number
  resume?: string
}

export function register(group: Command): void {
  group
    .argument('[cases]', 'one JSON value, an array, or JSON lines; stdin when left out')
    .addOption(new Option('--reader <name>', 'who reads the pages').choices([...readers]).default('facts'))
    .addOption(
      new Option(
        '--model <config>',
        "measure the worker of this config, with its model; costs the model's calls",
      ).conflicts(['worker', 'reader']),
    )
    .addOption(new Option('--worker <url>', 'measure a running worker').conflicts(['reader', 'maxCost']))
    .option('--live', 'with --worker: serve no pages, ask about the web as it is')
    .addOption(
      new Option('--listen <host:port>', 'with --worker: where the pages are served')
        .argParser(hostAndPort)
        .default({ host: '127.0.0.1', port: 0 }, '127.0.0.1, a free port'),
    )
    .option(
      '--pages-url <url>',
      'with --worker: how the worker reaches them (default: where they are served)',
    )
    .option('--limit <n>', 'ask at most so many cases', wholeNumber)
    .option('--max-cost <dollars>', 'with --model: pay at most so much for its calls', amount)
    .option(
      '--resume <file>',
      'JSON lines of an earlier call of the same worker: their cases are not asked again',
    )
    .addOption(
      new Option('--lines <which>', 'which lines to take, counted from 1')
        .choices(['all', 'odd', 'even'])
        .default('all'),
    )
    .option('--json', 'one line of JSON a case, and no table; with --model or --worker a last line of totals')
    .option('--strict', 'fail when any of several cases cannot be read')
    .addHelpText('after', notes)
    .action(run)
}

async function run(file: string | undefined, options: Options): Promise<void> {
  const isLive = options.model !== undefined || options.worker !== undefined
  if (!isLive && [options.resume, options.limit, options.maxCost].some((one) => one !== undefined))
    throw new UsageError('--limit, --max-cost and --resume are for --model and --worker.')
  const inputs = splitInput(await readText(file)).filter((_, i) => isTaken(i + 1, options.lines))
  if (!isLive) return playReaders(inputs, options)
  const cases = readCases(inputs)
  const { json = false, limit, resume } = options
  if (options.worker !== undefined) {
    const candidate = await openWorker(options.worker, options)
    return askCandidate(candidate, cases, { json, limit, resume }).finally(candidate.close)
  }
  const { participantExtension } = await import('../../../adapters/participant/extension.ts')
  const { readConfig } = await import('../../../workers/agent/Config.ts')
  const config = asUsage(() => readConfig(options.model!, [participantExtension]))
  const maxCostMicroUsd = options.maxCost === undefined ? undefined : Math.round(options.maxCost * 1_000_000)
  const candidate = openHere(config, { env: process.env, maxCostMicroUsd })
  await askCandidate(candidate, cases, {
    ...{ json, limit, resume, maxCostMicroUsd },
    finish: (measured) =>
      keepEval(config, measured, {
        key: candidate.by as Hash.Hash,
        model: candidate.name,
        now: Math.floor(Date.now() / 1_000),
      }),
  })
}

async function openWorker(url: string, { live = false, listen, pagesUrl }: Options) {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    throw new UsageError(`"${url}" is not a valid worker URL.`)
  if (live) return openThere(new URL(url), { pages: null })
  try {
    const pages = await startPageServer({ ...listen, publicUrl: pagesUrl?.replace(/\/$/, '') })
    return openThere(new URL(url), { pages })
  } catch (cause) {
    const why = (cause as NodeJS.ErrnoException).code ?? 'an unknown cause'
    throw new UsageError(`The pages cannot be served at ${listen.host}:${listen.port}: ${why}.`, { cause })
  }
}

const isTaken = (line: number, which: Options['lines']): boolean =>
  which === 'all' || (line % 2 === 1) === (which === 'odd')

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('expected a whole number from 1.')
  return Number(text)
}

function amount(text: string): number {
  if (!/^\d{1,6}(\.\d{1,6})?$/.test(text) || Number(text) === 0)
    throw new InvalidArgumentError('expected an amount such as 2.50.')
  return Number(text)
}

function hostAndPort(text: string): { host: string; port: number } {
  const [, host, port] = /^(.+):(\d{1,5})$/.exec(text) ?? []
  if (host === undefined || Number(port) > 65_535)
    throw new InvalidArgumentError('expected host:port, such as 0.0.0.0:8080.')
  return { host: host.replace(/^\[(.*)\]$/, '$1'), port: Number(port) }
}
