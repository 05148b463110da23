import { type Command, InvalidArgumentError, Option } from 'commander'
import { Instant } from '../../../protocol/index.ts'
import {
  type CheckOptions,
  checkWorker,
  formatResult,
  formatSummary,
} from '../../../workers/conformance/index.ts'
import { failureExit } from '../../terminal/failure.ts'
import { readText } from '../../terminal/input.ts'
import { print, write } from '../../terminal/output.ts'
import { seconds } from './seconds.ts'

type Options = {
  json?: boolean
  profile?: 'seed' | 'cresolver'
  strict?: boolean
  timeout?: number
  market?: string
  chainId?: number
  marketId?: number
  round?: number
  signer?: string
  agent?: number
  question?: string
  deadline?: number
  created?: number
}

export function register(group: Command): void {
  group
    .command('check')
    .description('whether a worker keeps the agent protocol, rule by rule')
    .argument('<url>', 'its base URL, such as http://127.0.0.1:4001')
    .option('--json', 'the report as one line of JSON')
    .addOption(
      new Option('--profile <name>', 'what it is held to: seed 001 alone, or all that a round asks for')
        .choices(['seed', 'cresolver'])
        .default('cresolver'),
    )
    .option('--strict', 'warnings count as failures')
    .option('--timeout <seconds>', "for each reply (default: the protocol's 30 and 15)", seconds)
    .option('--signer <address>', 'who signs for the agent; given, answers must be signed by it')
    .option('--agent <id>', 'the agent that answers (default: what its /health says)', wholeNumber)
    .option('--market <address>', 'the market contract the questions are said to come from')
    .option('--chain-id <n>', 'its chain (default: 31337)', wholeNumber)
    .option('--question <file>', 'a question of your own, as it stands on-chain; - for stdin')
    .option('--deadline <time>', 'its deadline, in Unix seconds or like 2026-02-20T23:59:00Z', instant)
    .option('--created <time>', 'when its market was made, for highs and lows', instant)
    .option('--market-id <n>', 'its market (default: one that does not exist)', wholeNumber)
    .option('--round <n>', 'its round (default: 1)', wholeNumber)
    .addHelpText(
      'after',
      `
Exit code 0: it conforms. 1: it does not, and each failed rule says what was seen and what to do. Nothing is sent to a chain. The
kit's own questions name markets that do not exist, so what is signed for them is worth nothing.
The last line says what such answers earn or lose in a round.

Examples:
  $ cresolver worker check http://127.0.0.1:4001
  $ cresolver worker check http://127.0.0.1:4001 --profile seed
  $ cresolver worker check http://127.0.0.1:4001 --json --strict > report.json
  $ cresolver worker check https://worker.example --signer 0x70997970C51812dc3A010C7d01b50e0d17dc79C8 \\
      --market 0x5FbDB2315678afecb367f032d93F642f64180aa3 --market-id 1 --question question.txt --deadline 1771631940`,
    )
    .action(check)
}

async function check(url: string, options: Options): Promise<void> {
  const input = await toInput(options)
  const look = { colour: Boolean(process.stdout.isTTY) && !process.env.NO_COLOR }
  // A table that grows is progress enough; where it is JSON, a terminal still sees what is tried.
  const tells = options.json === true && Boolean(process.stderr.isTTY)
  const report = await checkWorker(url, input, {
    onStart: (rule, index, total) => {
      if (tells) process.stderr.write(`\r\x1b[K${index + 1}/${total} ${rule.id}`)
    },
    onResult: (result) => {
      if (!options.json) process.stdout.write(`${formatResult(result, look)}\n`)
    },
  })
  if (tells) process.stderr.write('\r\x1b[K')
  if (!report.ok) process.exitCode = failureExit
  await (options.json ? print(report, options) : write(`\n${formatSummary(report, look)}\n`))
}

async function toInput(options: Options): Promise<CheckOptions> {
  const {
    timeout,
    profile,
    strict,
    market,
    chainId,
    marketId,
    round,
    signer,
    agent: agentId,
    deadline,
    created,
  } = options
  const question = options.question === undefined ? undefined : (await readText(options.question)).trim()
  const given = {
    profile,
    strict,
    market,
    chainId,
    marketId,
    round,
    signer,
    agentId,
    deadline,
    created,
    question,
  }
  const named = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  if (timeout === undefined) return named
  const limit = Math.round(timeout * 1_000)
  return {
    ...named,
    timeouts: {
      resolve: Math.min(limit, 30_000),
      challenge: Math.min(limit, 15_000),
      other: Math.min(limit, 15_000),
    },
  }
}

function wholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('expected a whole number from 0.')
  return Number(text)
}

function instant(text: string): number {
  if (/^\d{1,12}$/.test(text)) return Number(text)
  if (Instant.isInstant(text)) return Instant.parse(text)
  throw new InvalidArgumentError('expected Unix seconds, or an instant like 2026-02-20T23:59:00Z.')
}
