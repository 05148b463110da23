import type { Command } from 'commander'
import { encodeFunctionData, parseEventLogs, stringToHex } from 'viem'
import { identityRegistryAbi } from '../../../deployments/abi/index.ts'
import { addressIn } from '../../chain/deployment.ts'
import { actor } from '../../chain/marketState.ts'
import { type ChainOptions, signing } from '../../chain/options.ts'
import { cost, send } from '../../chain/send.ts'
import { UsageError } from '../../terminal/failure.ts'
import { print, write } from '../../terminal/output.ts'

type Options = ChainOptions & { uri?: string; endpoint?: string }

/** What a direct probe of a worker reads, so it must fit one read of many agents. */
const maxEndpoint = 128

export function register(group: Command): void {
  signing(group.command('register'))
    .description('register an ERC-8004 agent; your account is its owner and its wallet')
    .option('--uri <uri>', 'its registration file: https, ipfs or data')
    .option('--endpoint <url>', `its A2A base URL, kept on-chain under the key a2a (≤ ${maxEndpoint} bytes)`)
    .addHelpText(
      'after',
      '\nExample:\n  $ cresolver agent register --endpoint http://127.0.0.1:4001 --account 2',
    )
    .action(async (options: Options) => {
      const me = await actor(options)
      const data = encodeFunctionData({
        abi: identityRegistryAbi,
        functionName: 'register',
        args: [options.uri ?? '', metadataOf(options.endpoint)],
      })
      const receipt = await send(me, { to: addressIn(me.deployment, 'IdentityRegistry'), data })
      const [event] = parseEventLogs({
        abi: identityRegistryAbi,
        eventName: 'Registered',
        logs: receipt.logs,
      })
      const { agentId, owner } = event!.args
      if (options.json) await print({ agent_id: Number(agentId), owner, ...cost(receipt) }, options)
      else await write(`Agent ${agentId} is registered; ${owner} owns it and signs for it.\n`)
    })
}

function metadataOf(endpoint: string | undefined) {
  if (endpoint === undefined) return []
  const isUrl = URL.canParse(endpoint) && /^https?:$/.test(new URL(endpoint).protocol)
  if (!isUrl || Buffer.byteLength(endpoint) > maxEndpoint)
    throw new UsageError(`The endpoint must be an http(s) URL of at most ${maxEndpoint} bytes.`)
  return [{ metadataKey: 'a2a', metadataValue: stringToHex(endpoint) }]
}
