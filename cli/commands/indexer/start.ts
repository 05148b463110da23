import type { Command } from 'commander'
import { print, write } from '../../terminal/output.ts'
import { asUsage, ended, portNumber } from '../../terminal/service.ts'

type Options = { config: string; port?: number; json?: boolean; checkConfig?: boolean }

export function register(group: Command): void {
  group
    .command('start')
    .description(
      'follow the contracts of a deployment and serve lists and histories of it, until it is stopped',
    )
    .requiredOption('--config <file>', "the indexer's config, YAML or JSON")
    .option('--port <number>', 'instead of the one in the config; 0 picks a free one', portNumber)
    .option('--check-config', 'say whether the config is right, and start nothing')
    .option('--json', 'the line that says where it listens, as JSON')
    .addHelpText(
      'after',
      `
Markets, rounds, workers, bets, agents, accounts and events, with search and live changes; /openapi.json describes it.
Everything follows from the chain: delete its store, and it is made again.

Examples:
  $ cresolver indexer start --config indexer/examples/indexer.yaml
  $ cresolver indexer start --config indexer.yaml --check-config`,
    )
    .action(run)
}

async function run({ config: file, port, json = false, checkConfig: onlyCheck }: Options): Promise<void> {
  const { readConfig } = await import('../../../indexer/Config.ts')
  const { readSurroundings, startIndexer } = await import('../../../indexer/startIndexer.ts')
  const { config, market } = asUsage(() => {
    const read = readConfig(file)
    const { contracts } = readSurroundings(read, process.env).deployment
    return {
      config: port === undefined ? read : { ...read, listen: { ...read.listen, port } },
      market: contracts.CREsolverMarket?.address ?? null,
    }
  })
  const { chainId } = config
  if (onlyCheck) {
    const found = { ok: true, chain_id: chainId, market }
    return json ? print(found, { json }) : write(`${file} is right.\n`)
  }
  const running = await startIndexer(config)
  const line = { url: running.url, chain_id: chainId, market, pid: process.pid }
  if (json) await print(line, { json })
  else await write(`${running.url}  market ${market} on chain ${chainId}\n`)
  await ended()
  await running.stop()
}
