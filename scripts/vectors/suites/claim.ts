import { type Address, Approval, Claim, type Hash } from '../../../protocol/index.ts'

type Bound = { scope: Claim.Scope; about: Parameters<typeof Claim.hash>[1]; observed: Claim.Observed }

export const run = {
  fundHash: (fundId: string) => Claim.fundHash(fundId),
  readFund: (fundId: string) => Claim.readFund(fundId),
  originHash: (observed: Claim.Observed) => Claim.originHash(observed),
  hash: ({ scope, about, observed }: Bound) => Claim.hash(scope, about, observed),
  snapshotHash: (input: { epochId: number; claimHashes: Hash.Hash[] }) =>
    Claim.snapshotHash(input.epochId, input.claimHashes),
  originIntentHash: (intent: Claim.Intent) => Claim.originIntentHash(intent),
  intentHash: ({ scope, intent }: { scope: Claim.Scope; intent: Claim.Intent }) =>
    Claim.intentHash(scope, intent),
  digest: (approval: Approval.Approval) => Approval.digest(approval),
  originDigest: (input: {
    chainId: number
    book: Address.Address
    approval: Omit<Approval.Approval, 'fundId'>
  }) => Approval.originDigest(input, input.approval),
}
