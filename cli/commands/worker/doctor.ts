import type { Command } from 'commander'
import type { Checkup } from '../../../workers/agent/doctor.ts'
import { failureExit } from '../../terminal/failure.ts'
import { print, write } from '../../terminal/output.ts'
import { printable } from '../../terminal/printable.ts'
import { asUsage } from '../../terminal/service.ts'
import { seconds } from './seconds.ts'

type Options = { config: string; json?: boolean; timeout: number }

export function register(group: Command): void {
  group
    .command('doctor')
    .description('call the configured model and each source once, and say what does not work')
    .requiredOption('--config <file>', "the worker's config, YAML or JSON")
    .option('--timeout <seconds>', 'for each call', seconds, 20)
    .option('--json', 'one line {ok, checkups: [{kind, name, status, ms, seen, todo}]}')
    .addHelpText(
      'after',
      `
Costs one small call of the model. Shows no key. Exit code 0: all that was called works. 1: something does not, and it says what to
do. 2: the config cannot be used.

Examples:
  $ cresolver worker doctor --config worker.yaml
  $ cresolver worker doctor --config worker.yaml --timeout 5 --json`,
    )
    .action(run)
}

async function run({ config: file, json = false, timeout }: Options): Promise<void> {
  const { participantExtension } = await import('../../../adapters/participant/extension.ts')
  const { readConfig } = await import('../../../workers/agent/Config.ts')
  const { doctor } = await import('../../../workers/agent/doctor.ts')
  const config = asUsage(() => readConfig(file, [participantExtension]))
  const checkups = await doctor(config, {
    env: process.env,
    timeoutMs: Math.round(timeout * 1_000),
    onResult: (checkup) => {
      if (!json) process.stdout.write(lineOf(checkup))
    },
  })
  const ok = checkups.every(({ status }) => status !== 'failed')
  if (!ok) process.exitCode = failureExit
  if (json) await print({ ok, checkups }, { json })
  else await write(summaryOf(checkups, ok))
}

function lineOf({ kind, name, status, ms, seen, todo }: Checkup): string {
  const head = `${status.padEnd(8)} ${kind.padEnd(7)} ${name}  ${seen}${status === 'skipped' ? '' : ` (${ms} ms)`}`
  return [head, ...todo.map((one) => `         ${one}`)].map((line) => `${printable(line)}\n`).join('')
}

function summaryOf(checkups: readonly Checkup[], ok: boolean): string {
  const called = checkups.filter(({ status }) => status !== 'skipped').length
  if (called === 0) return '\nNothing was called.\n'
  return ok ? `\nAll ${called} calls worked.\n` : '\nNot everything works.\n'
}
