import type { Command } from 'commander'
import { hexToBytes, zeroAddress } from 'viem'
import { identityRegistryAbi, reputationRegistryAbi } from '../../../deployments/abi/index.ts'
import { addressIn } from '../../chain/deployment.ts'
import { reader } from '../../chain/marketState.ts'
import { type ChainOptions, reading } from '../../chain/options.ts'
import { read } from '../../chain/send.ts'
import { wholeNumber } from '../../chain/units.ts'
import { print, write } from '../../terminal/output.ts'
import { table } from '../../terminal/table.ts'

export function register(group: Command): void {
  reading(group.command('show'))
    .description('owner, wallet, endpoint and reputation of an agent')
    .argument('<agentId>', 'its ERC-8004 id', wholeNumber)
    .addHelpText('after', '\nExample:\n  $ cresolver agent show 0')
    .action(async (agentId: bigint, options: ChainOptions) => {
      const { client, deployment } = await reader(options)
      const identities = {
        address: addressIn(deployment, 'IdentityRegistry'),
        abi: identityRegistryAbi,
      } as const
      const reputations = {
        address: addressIn(deployment, 'ReputationRegistry'),
        abi: reputationRegistryAbi,
      } as const
      const args = [agentId] as const
      const [owner, wallet, uri, a2a, reputation, factorBps] = await read(
        Promise.all([
          client.readContract({ ...identities, functionName: 'ownerOf', args }),
          client.readContract({ ...identities, functionName: 'getAgentWallet', args }),
          client.readContract({ ...identities, functionName: 'tokenURI', args }),
          client.readContract({ ...identities, functionName: 'getMetadata', args: [agentId, 'a2a'] }),
          client.readContract({ ...reputations, functionName: 'reputationOf', args }),
          client.readContract({ ...reputations, functionName: 'factorOf', args }),
        ]),
      )
      const { count, correct } = reputation
      const mean = (sum: bigint) => (count === 0 ? null : Number(sum) / count)
      const agent = {
        agent_id: Number(agentId),
        owner,
        wallet: wallet === zeroAddress ? null : wallet,
        uri: plain(uri) || null,
        endpoint: plain(new TextDecoder().decode(hexToBytes(a2a))) || null,
        markets: count,
        correct,
        mean_res_quality: mean(reputation.sumRes),
        mean_src_quality: mean(reputation.sumSrc),
        mean_analysis_depth: mean(reputation.sumDepth),
        factor_bps: factorBps,
        newcomer: count === 0,
      }
      if (options.json) await print(agent, options)
      else await write(`${table(['agent', String(agentId)], toRows(agent))}\n`)
    })
}

const toRows = (agent: object): string[][] =>
  Object.entries(agent)
    .slice(1)
    .map(([name, value]) => [name.replaceAll('_', ' '), value === null ? 'none' : String(value)])

/** Text from a chain may hold anything, also what a terminal would obey. */
const plain = (text: string): string => text.replace(/\p{C}+/gu, '')
