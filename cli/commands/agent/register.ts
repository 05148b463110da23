import type { Command } from 'commander'
import { encodeFunctionData, parseEventLogs, stringToHex } from 'viem'
import { identityRegistryAbi } from '../../../deployments/abi/index.ts'
import { Address, Endpoint } from '../../../protocol/index.ts'
import {
  makeRegistrationFile,
  registrationPath,
  toDataUri,
} from '../../../services/chain/registrationFile.ts'
import { addressIn } from '../../chain/deployment.ts'
import { type Actor, actor } from '../../chain/marketState.ts'
import { type ChainOptions, signing } from '../../chain/options.ts'
import { cost, read, send } from '../../chain/send.ts'
import { UsageError } from '../../terminal/failure.ts'
import { print, write } from '../../terminal/output.ts'

type Options = ChainOptions & {
  uri?: string
  endpoint?: string
  served?: boolean
  name?: string
  description?: string
  image?: string
}

/** What a direct probe of a worker reads, so it must fit one read of many agents. */
const maxEndpoint = Endpoint.maxLength

export function register(group: Command): void {
  signing(group.command('register'))
    .description('register an ERC-8004 agent; your account is its owner and its wallet')
    .option(
      '--endpoint <url>',
      `the base URL of its worker (≤ ${maxEndpoint} bytes), kept on-chain under the key a2a and in its registration file`,
    )
    .option('--name <text>', 'its name in that file')
    .option('--description <text>', 'what it does, in that file')
    .option('--image <uri>', 'its picture in that file')
    .option(
      '--served',
      `point to the file that the worker serves at ${registrationPath}, in place of writing one`,
    )
    .option('--uri <uri>', 'point to a registration file of your own: https, ipfs or data')
    .addHelpText(
      'after',
      `
With an endpoint, and neither --served nor --uri, the registration file of ERC-8004 is written on-chain as a whole.

Examples:
  $ cresolver agent register --endpoint http://127.0.0.1:4001 --account 2
  $ cresolver agent register --endpoint https://worker.example --served`,
    )
    .action(async (options: Options) => {
      const metadata = metadataOf(options.endpoint)
      refuseMixed(options)
      const me = await actor(options)
      const to = addressIn(me.deployment, 'IdentityRegistry')
      const expected = await nextAgent(me, metadata)
      const data = encodeFunctionData({
        abi: identityRegistryAbi,
        functionName: 'register',
        args: [uriFor(me, expected, options), metadata],
      })
      const receipt = await send(me, { to, data })
      const [event] = parseEventLogs({
        abi: identityRegistryAbi,
        eventName: 'Registered',
        logs: receipt.logs,
      })
      const { agentId, owner } = event!.args
      const uri = uriFor(me, agentId, options)
      // Another agent was registered in between, and took the number that the file names.
      if (event!.args.agentURI !== uri) await send(me, { to, data: renaming(agentId, uri) })
      if (options.json)
        await print(
          { agent_id: Number(agentId), owner, uri: uri === '' ? null : uri, ...cost(receipt) },
          options,
        )
      else await write(`Agent ${agentId} is registered; ${owner} owns it and signs for it.\n`)
    })
}

type Metadata = readonly { readonly metadataKey: string; readonly metadataValue: `0x${string}` }[]

/** The number that the next agent gets. */
async function nextAgent(me: Actor, metadata: Metadata): Promise<bigint> {
  const { result } = await read(
    me.client.simulateContract({
      account: me.account,
      address: addressIn(me.deployment, 'IdentityRegistry'),
      abi: identityRegistryAbi,
      functionName: 'register',
      args: ['', metadata],
    }),
  )
  return result
}

/** What leads to the registration file of the agent. */
function uriFor(me: Actor, agentId: bigint, options: Options): string {
  const { uri, endpoint, served, name, description, image } = options
  if (uri !== undefined || endpoint === undefined) return uri ?? ''
  const base = endpoint.replace(/\/+$/, '')
  if (served === true) return `${base}${registrationPath}`
  const registry = Address.of(addressIn(me.deployment, 'IdentityRegistry'))
  const { chainId } = me.deployment
  return toDataUri(
    makeRegistrationFile({
      agentId: Number(agentId),
      endpoint: base,
      chainId,
      registry,
      name,
      description,
      image,
    }),
  )
}

const renaming = (agentId: bigint, uri: string) =>
  encodeFunctionData({ abi: identityRegistryAbi, functionName: 'setAgentURI', args: [agentId, uri] })

function refuseMixed({ uri, endpoint, served, name, description, image }: Options): void {
  if (uri !== undefined && served === true) throw new UsageError('Keep one of --uri and --served.')
  const inFile = [served, name, description, image].some((one) => one !== undefined)
  if (inFile && endpoint === undefined)
    throw new UsageError('--served, --name, --description and --image need --endpoint.')
  if ([name, description, image].some((one) => one !== undefined) && (uri !== undefined || served === true))
    throw new UsageError('--name, --description and --image are for a file that is written on-chain.')
}

function metadataOf(endpoint: string | undefined): Metadata {
  if (endpoint === undefined) return []
  const isUrl = URL.canParse(endpoint) && /^https?:$/.test(new URL(endpoint).protocol)
  if (!isUrl || Buffer.byteLength(endpoint) > maxEndpoint)
    throw new UsageError(`The endpoint must be an http(s) URL of at most ${maxEndpoint} bytes.`)
  return [{ metadataKey: Endpoint.metadataKey, metadataValue: stringToHex(endpoint) }]
}
