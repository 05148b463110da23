import type { Abi, Address, Hex } from 'viem'
import * as abis from '../../deployments/abi/index.ts'
import * as codes from '../../deployments/bytecode/index.ts'
import { BaseError } from '../../protocol/index.ts'

/** What is needed to deploy a contract, as deployments/ holds it: nothing is compiled. */
export type Artifact = codes.Bytecode & { readonly abi: Abi }

const contracts: Readonly<Record<string, Artifact>> = {
  CREsolverMarket: { ...codes.cresolverMarketBytecode, abi: abis.cresolverMarketAbi },
  ChallengeJudge: { ...codes.challengeJudgeBytecode, abi: abis.challengeJudgeAbi },
  ReputationRegistry: { ...codes.reputationRegistryBytecode, abi: abis.reputationRegistryAbi },
  SourceKeys: { ...codes.sourceKeysBytecode, abi: abis.sourceKeysAbi },
  KillSwitch: { ...codes.killSwitchBytecode, abi: abis.killSwitchAbi },
  Notary: { ...codes.notaryBytecode, abi: abis.notaryAbi },
  BinaryMarket: { ...codes.binaryMarketBytecode, abi: abis.binaryMarketAbi },
  CtfResolver: { ...codes.ctfResolverBytecode, abi: abis.ctfResolverAbi },
  Erc792Arbiter: { ...codes.erc792ArbiterBytecode, abi: abis.erc792ArbiterAbi },
  Upkeep: { ...codes.upkeepBytecode, abi: abis.upkeepAbi },
  IdentityRegistry: { ...codes.identityRegistryBytecode, abi: abis.identityRegistryAbi },
  FeedbackRegistry: { ...codes.feedbackRegistryBytecode, abi: abis.feedbackRegistryAbi },
  MockKeystoneForwarder: { ...codes.mockKeystoneForwarderBytecode, abi: abis.mockKeystoneForwarderAbi },
  KeystoneForwarder: { ...codes.keystoneForwarderBytecode, abi: abis.keystoneForwarderAbi },
}

// Only the market calls them, and it was compiled with them: they need no interface.
const libraries: Readonly<Record<string, Artifact>> = {
  AppealLib: { ...codes.appealLibBytecode, abi: [] },
  FeedbackLib: { ...codes.feedbackLibBytecode, abi: [] },
  RoundLib: { ...codes.roundLibBytecode, abi: [] },
  SettlementLib: { ...codes.settlementLibBytecode, abi: [] },
  StrikeLib: { ...codes.strikeLibBytecode, abi: [] },
}

export const libraryNames: readonly string[] = Object.keys(libraries)

export function readArtifact(name: string): Artifact {
  const artifact = contracts[name] ?? libraries[name]
  if (artifact === undefined) throw new UnknownContractError(name)
  return artifact
}

/** Creation code with the addresses of its libraries filled in. */
export function link(artifact: Artifact, addresses: Readonly<Record<string, Address>>): Hex {
  let code = artifact.bytecode
  for (const references of Object.values(artifact.linkReferences)) {
    for (const [library, places] of Object.entries(references)) {
      const address = addresses[library]
      if (address === undefined) throw new UnlinkedError(artifact.contractName, library)
      for (const { start, length } of places) {
        // The gap holds a mark that is no hex, so the code is cut as text and not as bytes.
        const [from, to] = [2 + 2 * start, 2 + 2 * (start + length)]
        code = `${code.slice(0, from)}${address.slice(2).toLowerCase()}${code.slice(to)}` as Hex
      }
    }
  }
  return code
}

export class UnknownContractError extends BaseError {
  override readonly name = 'Deploy.UnknownContractError'
  constructor(contract: string) {
    super(`deployments/bytecode has no ${contract}.`)
  }
}

export class UnlinkedError extends BaseError {
  override readonly name = 'Deploy.UnlinkedError'
  constructor(contract: string, library: string) {
    super(`${contract} needs the address of ${library}.`)
  }
}
