import * as Facts from '../../services/chain/browser/readFacts.ts'
import * as Reports from '../../services/chain/browser/readReports.ts'
import { addressIn } from './deployment.ts'
import type { Reader } from './marketState.ts'
import { read } from './send.ts'

/** All reports of a market in their order. */
export const readReports = (from: Reader, marketId: bigint): Promise<Reports.FullReport[]> =>
  read(Reports.readReports(from, marketId, contractsOf(from).since))

/** What the chain says of one round; the last that was reported unless another one is named. */
export const readFacts = (from: Reader, marketId: bigint, round?: number): Promise<Facts.KnownRound> =>
  read(Facts.readFacts(contractsOf(from), marketId, round))

/** The contracts by the record of their deployment. */
function contractsOf({ client, market, chainId, deployment }: Reader): Facts.Contracts {
  const { CREsolverMarket, SourceKeys } = deployment.contracts
  return {
    ...{ client, market, chainId },
    since: BigInt(CREsolverMarket?.block ?? 0),
    sourceKeys: SourceKeys === undefined ? null : addressIn(deployment, 'SourceKeys'),
  }
}
