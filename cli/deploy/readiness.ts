import { type Address, hexToString } from 'viem'
import { cresolverMarketAbi } from '../../deployments/abi/index.ts'
import { BaseError } from '../../protocol/index.ts'
import type { Signed } from '../chain/connect.ts'
import { read } from '../chain/send.ts'

/** What a market can name as missing, in sentences: each says what is so, and what to do. */
const sentences: Readonly<Record<string, string>> = {
  lock: 'lock: forwarder, workflow owner and name are not locked, so the owner could change who reports.',
  simulation:
    'simulation: it was deployed with --simulation, which stays so for ever: deploy another one without.',
  forwarder: 'forwarder: there is no contract at the address that delivers reports.',
  workflowId: 'workflowId: no workflow id is in force; one that was added takes effect after identityDelay.',
  identities:
    'identities: there is no contract where the ERC-8004 identities should be, so no agent can join.',
  reputations: 'reputations: there is no contract where reputations are written, so no Yes or No can settle.',
  writer: 'writer: the reputation registry takes no records from this market, so no Yes or No can settle.',
  judge: 'judge: there is no contract where challenges are judged.',
  sourceKeys: 'sourceKeys: the judge knows no registry of source keys.',
  killSwitch: 'killSwitch: there is no contract where new markets are stopped, so none can be created.',
  feedbacks: 'feedbacks: there is no contract where ERC-8004 feedback should go.',
  arbiter: 'arbiter: it serves another market, or none: its deployer calls `setMarket`.',
  libraries:
    'libraries: one that the market was linked to has no code, so it could not settle: deploy another.',
}

export const sentenceOf = (name: string): string =>
  Object.hasOwn(sentences, name) ? sentences[name]! : `${name}: this release does not know what that means.`

/** What keeps real money from relying on a market, as the market itself says it. */
export async function readMissing({ client }: Pick<Signed, 'client'>, market: Address): Promise<string[]> {
  const names = await read(
    client.readContract({ address: market, abi: cresolverMarketAbi, functionName: 'missing' }),
  )
  return names.map((name) => hexToString(name, { size: 32 }))
}

export class UnreadyError extends BaseError {
  override readonly name = 'Deploy.UnreadyError'
  constructor(market: Address, missing: readonly string[]) {
    super(`The market at ${market} is not ready for real money.`, {
      metaMessages: [
        ...missing.map(sentenceOf),
        'Run the command again once that is mended: it goes on from here.',
      ],
    })
  }
}
