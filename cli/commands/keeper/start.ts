import type { Command } from 'commander'
import { formatEther, formatGwei } from 'viem'
import { print, write } from '../../terminal/output.ts'
import { asUsage, ended, portNumber } from '../../terminal/service.ts'

type Options = { config: string; port?: number; json?: boolean; checkConfig?: boolean }

export function register(group: Command): void {
  group
    .command('start')
    .description('make the calls that anyone may make for the markets of a contract, until it is stopped')
    .requiredOption('--config <file>', "the keeper's config, YAML or JSON")
    .option('--port <number>', 'instead of the one in the config; 0 picks a free one', portNumber)
    .option('--check-config', 'say whether the config is right, and start nothing')
    .option('--json', 'the line that says where it listens, as JSON')
    .addHelpText(
      'after',
      `
It requests resolutions, draws seats in time, asks again, settles, finalizes, ends what nobody answers, and publishes
feedback; the most urgent first, within the budget of its config. Several may run at once, each with a key of its own.

Examples:
  $ cresolver keeper start --config keeper/examples/keeper.yaml
  $ cresolver keeper start --config keeper.yaml --check-config`,
    )
    .action(run)
}

async function run({ config: file, port, json = false, checkConfig: onlyCheck }: Options): Promise<void> {
  const { readConfig } = await import('../../../keeper/Config.ts')
  const { readSecrets, startKeeper } = await import('../../../keeper/startKeeper.ts')
  const { config, account } = asUsage(() => {
    const read = readConfig(file)
    const { address } = readSecrets(read, process.env).account
    return {
      config: port === undefined ? read : { ...read, listen: { ...read.listen, port } },
      account: address,
    }
  })
  const { chainId, market, budget } = config
  if (onlyCheck) {
    const found = { ok: true, chain_id: chainId, market, account }
    return json ? print(found, { json }) : write(`${file} is right. ${account} pays.\n`)
  }
  const running = await startKeeper(config)
  const line = { url: running.url, chain_id: chainId, market, account, pid: process.pid }
  if (json) await print(line, { json })
  else
    await write(
      `${running.url}  market ${market} on chain ${chainId}  ${account} spends up to ${formatEther(budget.perDay)} ETH a day, ${formatGwei(budget.maxFee)} gwei at most\n`,
    )
  await ended()
  await running.stop()
}
