import type { Command } from 'commander'
import { print, write } from '../../terminal/output.ts'
import { asUsage, ended, portNumber } from '../../terminal/service.ts'

type Options = { config: string; port?: number; json?: boolean; checkConfig?: boolean }

export function register(group: Command): void {
  group
    .command('start')
    .description('collect replies of workers, serve them to a DON and publish rounds, until it is stopped')
    .requiredOption('--config <file>', "the gateway's config, YAML or JSON")
    .option('--port <number>', 'instead of the one in the config; 0 picks a free one', portNumber)
    .option('--check-config', 'say whether the config is right, and start nothing')
    .option('--json', 'the line that says where it listens, as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  $ cresolver gateway start --config gateway/examples/gateway.yaml\n  $ cresolver gateway start --config gateway.yaml --check-config',
    )
    .action(run)
}

async function run({ config: file, port, json = false, checkConfig: onlyCheck }: Options): Promise<void> {
  const { readConfig } = await import('../../../gateway/Config.ts')
  const { readSecrets, startGateway } = await import('../../../gateway/startGateway.ts')
  const config = asUsage(() => {
    const read = readConfig(file)
    readSecrets(read, process.env)
    return port === undefined ? read : { ...read, listen: { ...read.listen, port } }
  })
  const { chainId, market, deadlines } = config
  if (onlyCheck) {
    const found = { ok: true, chain_id: chainId, market }
    return json ? print(found, { json }) : write(`${file} is right.\n`)
  }
  const running = await startGateway(config)
  const line = { url: running.url, chain_id: chainId, market, deadlines, pid: process.pid }
  if (json) await print(line, { json })
  else
    await write(
      `${running.url}  market ${market} on chain ${chainId}  deadlines ${deadlines.resolveMs} and ${deadlines.challengeMs} ms\n`,
    )
  await ended()
  await running.stop()
}
