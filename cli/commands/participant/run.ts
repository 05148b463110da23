import { type Command, InvalidArgumentError } from 'commander'
import { Address, BaseError, Json } from '../../../protocol/index.ts'
import { UsageError } from '../../terminal/failure.ts'
import { readText } from '../../terminal/input.ts'
import { write } from '../../terminal/output.ts'
import { read } from './read.ts'

type Options = {
  address?: string
  signer?: string
  data: string
  peer?: string[]
  host?: string[]
  allowLoopback?: boolean
  timeout: number
  specs?: string
}

const examples = `
The task is one JSON object of type mine_claim or verify_claim_or_intent_validity; the result is one line of JSON. See
docs/participant.md for both.

Exit code 0: the status is OK, whatever the verdict. 1: ERROR. 2: the words of this call are off. 3: REJECTED.

Examples:
  $ cresolver participant task.json --address 0x70997970C51812dc3A010C7d01b50e0d17dc79C8
  $ cresolver participant --signer signer.sock --peer https://worker.example.org < verify.json`

export function register(group: Command): void {
  group
    .command('run', { isDefault: true })
    .description('do one task: mine a claim, or verify a claim or an intent')
    .argument('[file]', 'the task; stdin where it is left out, or -')
    .option('--address <address>', 'who mines and verifies')
    .option('--signer <socket>', 'ask this signer for the address')
    .option('--data <folder>', 'where evidence is archived', 'data/participant')
    .option('--peer <url>', 'who is asked for evidence that is not here; may be repeated', collect)
    .option('--host <host>', 'ask no other host than this, as host or host:port; may be repeated', collect)
    .option('--allow-loopback', 'also ask sources on this machine, by http')
    .option('--specs <file>', 'more source specs that have a name; see `cresolver participant specs`')
    .option('--timeout <ms>', 'for asking a source', milliseconds, 8_000)
    .option('--json', 'the result as JSON, as it is anyway')
    .addHelpText('after', examples)
    .action(run)
}

async function run(file: string | undefined, options: Options): Promise<void> {
  const { Archive, exitCodes, randomNonce, runTask, withPeers } = await import(
    '../../../adapters/participant/index.ts'
  )
  const { live } = await import('../../../services/fetch/live.ts')
  const { openStore } = await import('../../../services/store/openStore.ts')
  const { storeOptions } = await import('../../../services/store/Config.ts')
  const text = await readText(file)
  const self = await addressOf(options)
  const fetch = live({
    attempts: 1,
    timeoutMs: options.timeout,
    ...(options.host === undefined ? {} : { hosts: options.host }),
    allowLoopback: options.allowLoopback === true,
  })
  const store = await openStore(storeOptions(undefined, 'participant', { folder: options.data }))
  try {
    const result = await runTask(parse(text), {
      now: () => Math.floor(Date.now() / 1_000),
      nonce: randomNonce,
      fetch,
      archive: withPeers(Archive.inStore(store), options.peer ?? [], fetch),
      specs: await specsFrom(options.specs),
      self,
    })
    await write(`${JSON.stringify(result)}\n`)
    process.exitCode = exitCodes[result.status]
  } finally {
    await store.close()
  }
}

/** The names that come with this software, and before them those of a file. */
export async function specsFrom(file: string | undefined) {
  const { Specs } = await import('../../../adapters/participant/index.ts')
  const own = file === undefined ? [] : read(Specs.registry, await readText(file), 'a list of source specs')
  return Specs.specsOf(own, Specs.known().all)
}

/** What is no JSON is no task: that is the result's to say. */
function parse(text: string): unknown {
  try {
    return Json.parse(text)
  } catch (error) {
    if (error instanceof BaseError) return undefined
    throw error
  }
}

async function addressOf({ address, signer }: Options): Promise<Address.Address> {
  if (signer !== undefined) {
    const { askSigner } = await import('../../../adapters/signer/askSigner.ts')
    return askSigner(signer).address()
  }
  if (address === undefined)
    throw new UsageError('It must be known who mines and verifies.', {
      metaMessages: ['Name the address with --address, or the socket of its signer with --signer.'],
    })
  if (!/^0x[0-9a-fA-F]{40}$/.test(address)) throw new UsageError(`${address} is no address.`)
  return Address.of(address)
}

export const collect = (value: string, before: string[] = []): string[] => [...before, value]

function milliseconds(text: string): number {
  if (!/^[0-9]{1,5}$/.test(text) || Number(text) < 10 || Number(text) > 30_000)
    throw new InvalidArgumentError('10 to 30000 milliseconds.')
  return Number(text)
}
