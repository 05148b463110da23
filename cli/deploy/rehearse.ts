import { type Address, isAddressEqual, parseAbi, zeroAddress } from 'viem'
import type { Signed } from '../chain/connect.ts'
import { read } from '../chain/send.ts'
import type { Step } from './plan.ts'
import { NotReadyError, type Setup } from './setup.ts'

/** Constructors that refuse bad values and call no contract that does not stand yet. */
const rehearsed: ReadonlySet<string> = new Set(['CREsolverMarket', 'BinaryMarket', 'Erc792Arbiter'])

/** Finds, before anything is sent, what would make the deployment fail half-way, or never settle. */
export async function rehearse(
  signed: Signed,
  setup: Setup,
  steps: readonly Step[],
  at: (name: string) => Address,
): Promise<void> {
  if (!signed.isLocal && !setup.isSimulation) {
    await checkRegistries(signed, at('IdentityRegistry'), at('FeedbackRegistry'))
    await checkArbiter(signed, setup, at('CREsolverMarket'))
  }
  for (const { name, data } of steps) {
    if (data !== undefined && rehearsed.has(name))
      await read(signed.client.call({ account: signed.account, data }))
  }
}

const erc721 = '0x80ac58cd'

async function checkRegistries(signed: Signed, identities: Address, feedbacks: Address): Promise<void> {
  const isRegistry = await signed.client
    .readContract({
      address: identities,
      abi: parseAbi(['function supportsInterface(bytes4) view returns (bool)']),
      functionName: 'supportsInterface',
      args: [erc721],
    })
    .catch(() => false)
  if (!isRegistry)
    throw new NotReadyError(`What stands at ${identities} has no agents, so none could join.`, [
      'Configure the ERC-8004 identity registry of this chain.',
    ])
  const theirs = await addressAt(signed, feedbacks, 'getIdentityRegistry')
  if (theirs === null || !isAddressEqual(theirs, identities))
    throw new NotReadyError(`The feedback registry ${feedbacks} is about other agents.`, [
      `Configure the one whose getIdentityRegistry() is ${identities}.`,
    ])
}

/** An arbiter is told its market once; one that has another market would leave this one without a last resort. */
async function checkArbiter(signed: Signed, { arbiter }: Setup, market: Address): Promise<void> {
  if (isAddressEqual(arbiter, zeroAddress)) return
  const theirs = await addressAt(signed, arbiter, 'market')
  if (theirs !== null && (isAddressEqual(theirs, zeroAddress) || isAddressEqual(theirs, market))) return
  const serves =
    theirs === null ? 'does not say which market it serves' : `serves the market ${theirs}, not this one`
  throw new NotReadyError(`The arbiter ${arbiter} ${serves}.`, [
    'Deploy an arbiter for this market, or leave `arbiter` out: then the last round has the last word.',
  ])
}

/** What a contract answers with to a call without arguments; null where it does not answer. */
const addressAt = (
  { client }: Signed,
  address: Address,
  functionName: 'market' | 'getIdentityRegistry',
): Promise<Address | null> =>
  client
    .readContract({
      address,
      abi: parseAbi([
        'function market() view returns (address)',
        'function getIdentityRegistry() view returns (address)',
      ]),
      functionName,
    })
    .catch(() => null)
