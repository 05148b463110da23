import type { Command } from 'commander'
import { print, write } from '../../terminal/output.ts'
import { asUsage, ended } from '../../terminal/service.ts'

type Options = { config: string; json?: boolean; checkConfig?: boolean }

export function register(group: Command): void {
  group
    .command('start')
    .description('sign attestations on a local socket, and nothing else, until it is stopped')
    .requiredOption('--config <file>', "the signer's config, YAML or JSON")
    .option('--check-config', 'say whether the config is right, and start nothing')
    .option('--json', 'the line that says where it listens, as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  $ cresolver signer start --config adapters/signer/examples/signer.yaml\n  $ cresolver signer start --config signer.yaml --check-config',
    )
    .action(run)
}

async function run({ config: file, json = false, checkConfig: onlyCheck }: Options): Promise<void> {
  const { readConfig } = await import('../../../adapters/signer/Config.ts')
  const { readKey } = await import('../../../services/http/readKey.ts')
  const { startSigner } = await import('../../../adapters/signer/startSigner.ts')
  const { config, address } = asUsage(() => {
    const config = readConfig(file)
    return { config, address: readKey('keyEnv', config.keyEnv, process.env).address }
  })
  const { funds, subjectTypes } = config
  if (onlyCheck) {
    const found = { ok: true, address: address.toLowerCase(), funds, subject_types: subjectTypes }
    return json ? print(found, { json }) : write(`${file} is right.\n`)
  }
  const running = await startSigner(config)
  const { socket } = running
  const line = { socket, address: running.address, funds, subject_types: subjectTypes, pid: process.pid }
  if (json) await print(line, { json })
  else await write(`${socket}  signs ${subjectTypes.join(', ')} as ${running.address}\n`)
  await ended()
  await running.stop()
}
