import { type Command, InvalidArgumentError } from 'commander'
import {
  filesOf,
  migrateFile,
  type Report,
  systemClock,
  type Zone,
  zoneNamed,
} from '../../adapters/moltbook/index.ts'
import { failureExit } from '../terminal/failure.ts'
import { print, write } from '../terminal/output.ts'
import { asWords } from './asWords.ts'
import { type CommonOptions, homeOf, homeOption } from './options.ts'

type Options = CommonOptions & { from?: string; leaveOut?: boolean; zone?: Zone }

export function register(root: Command): void {
  root
    .command('migrate')
    .description('take over markets.json of version 1')
    .option('--from <file>', 'the old file (default: the account’s own markets.json)')
    .option('--account <name>', 'whose markets they are')
    .addOption(homeOption())
    .option('--dry-run', 'say what would become of each market, and do nothing')
    .option('--zone <zone>', 'of times that name none: UTC, +02:00, America/New_York', zone)
    .option('--leave-out', 'go on without markets that cannot be taken over')
    .option('--json', 'one line of JSON')
    .addHelpText(
      'after',
      `
The old file is kept. Ends with 1 and changes nothing while a market cannot be taken over as it is: one whose deadline names no zone,
for instance, and no --zone is given.

Examples:
  $ market migrate --from data/markets.json --dry-run
  $ market migrate --from data/markets.json --zone America/New_York`,
    )
    .action(async (options: Options) => {
      const { account, from, dryRun = false, leaveOut = false, json } = options
      const home = homeOf(options)
      asWords(() => filesOf(home, account))
      const now = systemClock.now()
      const report = migrateFile({
        home,
        account,
        from,
        isDry: dryRun,
        leavesOut: leaveOut,
        now,
        zone: options.zone,
      })
      if (json) await print({ dry_run: dryRun, ...report }, { json })
      else await write(`${tell(report, dryRun)}\n`)
      // As the run itself would: it stops at what it must refuse.
      const isRefused = report.entries.some(({ refusal }) => refusal !== null)
      if (dryRun && !leaveOut && isRefused) process.exitCode = failureExit
    })
}

function zone(name: string): Zone {
  const found = zoneNamed(name)
  if (found === null)
    throw new InvalidArgumentError('expected UTC, an offset such as +02:00, or a zone such as Europe/Berlin.')
  return found
}

function tell({ to, copy, isAlreadyDone, entries, losses }: Report, isDry: boolean): string {
  if (isAlreadyDone) return 'The file has version 2 already.'
  const taken = entries.filter(({ refusal }) => refusal === null)
  const lines = entries.flatMap(({ id, losses, refusal }) => [
    `${id}: ${refusal === null ? 'taken over' : `NOT taken over: ${refusal}`}`,
    ...losses.map((loss) => `  lost: ${loss}`),
  ])
  lines.push(...losses.map((loss) => `lost: ${loss}`))
  const done = isDry ? 'would be taken over' : `were taken over into ${to}`
  lines.push(`${taken.length} of ${entries.length} markets ${done}.`)
  if (copy !== null) lines.push(`The old file is ${copy}.`)
  return lines.join('\n')
}
