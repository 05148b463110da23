import { type Command, InvalidArgumentError } from 'commander'
import { BaseError } from '../../../protocol/index.ts'
import { UsageError } from '../../cli/failure.ts'
import { print, write } from '../../cli/output.ts'

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
  const { readConfig } = await import('../../../workers/agent/Config.ts')
  const { readSecrets, startAgent } = await import('../../../workers/agent/startAgent.ts')
  const config = asUsage(() => {
    const read = readConfig(file)
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

/** Until a signal says so. A second one does not wait for what is under way. */
function ended(): Promise<void> {
  return new Promise((resolve) => {
    let signals = 0
    const end = () => {
      signals++
      if (signals > 1) process.exit(1)
      resolve()
    }
    process.on('SIGINT', end)
    process.on('SIGTERM', end)
  })
}

/** What is wrong with a config is wrong with the call. */
function asUsage<result>(read: () => result): result {
  try {
    return read()
  } catch (error) {
    const isConfig = error instanceof BaseError && error.name.startsWith('Config.')
    if (!isConfig) throw error
    const { shortMessage, metaMessages } = error
    throw new UsageError(shortMessage, { metaMessages, cause: error })
  }
}

function portNumber(text: string): number {
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw new InvalidArgumentError('A port is 0 to 65535.')
  return port
}
