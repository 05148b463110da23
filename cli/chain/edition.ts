import type { Address } from 'viem'
import { BaseError } from '../../protocol/index.ts'
import type { Deployment } from './deployment.ts'
import { isLocal } from './networks.ts'

/**
 * Contracts of the first edition have other records, reports and numbers of workers: nothing of this release fits them. Their
 * records name a parameter that the second edition does not have.
 */
export const isFirstEdition = ({ contracts, parameters }: Deployment): boolean =>
  contracts.CREsolverMarket !== undefined && Object.hasOwn(parameters, 'maxNewcomers')

/** Where the record of the first edition is kept, so that the old release finds it with --deployments. */
export const firstEditionFolder = (folder: string): string => `${folder}/first-edition`

export class FirstEditionError extends BaseError {
  override readonly name = 'Deploy.FirstEditionError'
  constructor(chainId: number, market: Address, running: readonly bigint[] = []) {
    super(`The market ${market} on chain ${chainId} is a contract of the first edition.`, {
      metaMessages: [
        ...(running.length === 0 ? [] : [`Not over there: ${list(running)}.`]),
        'Its markets settle under the old contracts: use release 0.1 for them until the last one is paid.',
        isLocal(chainId)
          ? '`cresolver deploy` deploys contracts of this release instead.'
          : '`cresolver deploy --replace` deploys contracts of this release beside them, and keeps the old record in first-edition/.',
      ],
      docsPath: 'docs/upgrading.md',
    })
  }
}

const most = 10

/** Some markets by their numbers. */
export function list(ids: readonly bigint[]): string {
  const some = ids.slice(0, most).join(', ')
  const more = ids.length > most ? ` and ${ids.length - most} more` : ''
  return `${ids.length === 1 ? 'market' : 'markets'} ${some}${more}`
}
