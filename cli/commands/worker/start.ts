import type { Command } from 'commander'
import { print, write } from '../../terminal/output.ts'
import { asUsage, ended, portNumber } from '../../terminal/service.ts'

type Options = { config: string; port?: number; json?: boolean; checkConfig?: boolean }

export function register(group: Command): void {
  group
    .command('start')
    .description('answer resolve and challenge requests until it is stopped')
    .requiredOption('--config <file>', "the worker's config, YAML or JSON")
    .option('--port <number>', 'instead of the one in the config; 0 picks a free one', portNumber)
    .option('--check-config', 'say whether the config is right, and start nothing')
    .option('--json', 'the line that says where it listens, as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  $ cresolver worker start --config workers/agent/examples/aap.yaml\n  $ cresolver worker start --config worker.yaml --check-config',
    )
    .action(run)
}

async function run({ config: file, port, json = false, checkConfig: onlyCheck }: Options): Promise<void> {
  const { participantExtension } = await import('../../../adapters/participant/extension.ts')
  const { readConfig } = await import('../../../workers/agent/Config.ts')
  const { readSecrets, startAgent } = await import('../../../workers/agent/startAgent.ts')
  const config = asUsage(() => {
    const read = readConfig(file, [participantExtension])
    readSecrets(read, process.env)
    return port === undefined ? read : { ...read, listen: { ...read.listen, port } }
  })
  if (onlyCheck) {
    const found = { ok: true, personality: config.personality, agent_id: config.agentId }
    return json ? print(found, { json }) : write(`${file} is right.\n`)
  }
  const running = await startAgent(config)
  const { agent, url } = running
  const line = {
    url,
    personality: agent.resolver.name,
    agent_id: agent.agentId,
    signer: agent.signer?.address ?? null,
    signing: agent.signer !== null,
    pid: process.pid,
  }
  const signer =
    line.signer === null
      ? `unsigned (${agent.chain === null ? 'no chain' : 'no key'})`
      : `signer ${line.signer}`
  if (json) await print(line, { json })
  else await write(`${url}  ${line.personality}  agent ${line.agent_id}  ${signer}\n`)
  await ended()
  await running.stop()
}
