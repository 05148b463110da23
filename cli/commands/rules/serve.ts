import type { Command } from 'commander'
import { print, write } from '../../terminal/output.ts'
import { asUsage, ended, portNumber } from '../../terminal/service.ts'

type Options = {
  config: string
  port?: number
  json?: boolean
  checkConfig?: boolean
  sources?: string
}

export function register(group: Command): void {
  group
    .command('serve')
    .description(
      'watch the rules of markets and report what they say and when they change, until it is stopped',
    )
    .requiredOption('--config <file>', "the service's config, YAML or JSON")
    .option('--port <number>', 'instead of the one in the config; 0 picks a free one', portNumber)
    .option(
      '--sources <file>',
      'what is asked for /v1/sources/today: a config {sources} (default: the live APIs)',
    )
    .option('--check-config', 'say whether the config is right, and start nothing')
    .option('--json', 'the line that says where it listens, as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  $ cresolver rules serve --config adapters/rules/service/examples/rules.yaml\n  $ cresolver rules serve --config rules.yaml --check-config',
    )
    .action(run)
}

async function run({
  config: file,
  port,
  json = false,
  checkConfig: onlyCheck,
  sources,
}: Options): Promise<void> {
  const { readConfig } = await import('../../../adapters/rules/service/Config.ts')
  const { readSecrets, startRules } = await import('../../../adapters/rules/service/startRules.ts')
  const config = asUsage(() => {
    const read = readConfig(file)
    readSecrets(read, process.env)
    return port === undefined ? read : { ...read, listen: { ...read.listen, port } }
  })
  if (onlyCheck) {
    const { checkParameters } = await import('../../../adapters/rules/service/Parameters.ts')
    const { parameters } = config
    const warnings = asUsage(() => checkParameters(parameters))
    if (json) return print({ ok: true, parameters, warnings }, { json })
    const said = warnings.map(({ parameter, message }) => `WARN ${parameter} is ${message}\n`)
    return write(`${said.join('')}${file} is right.\n`)
  }
  const { openDryRun } = await import('../../source/openDryRun.ts')
  const { readSources } = await import('../../source/sourcesConfig.ts')
  const askToday = asUsage(() => openDryRun(sources === undefined ? undefined : readSources(sources)))
  const running = await startRules(config, { askToday }).catch((error) =>
    asUsage(() => {
      throw error
    }),
  )
  const { parameters } = running.service
  const line = { url: running.url, parameters, pid: process.pid }
  if (json) await print(line, { json })
  else await write(`${running.url}  polls every ${parameters.poll_interval_s} s\n`)
  await ended()
  await running.stop()
}
