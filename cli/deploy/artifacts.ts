import { readFileSync } from 'node:fs'
import type { Abi, Address, Hex } from 'viem'
import { BaseError } from '../../protocol/index.ts'

/** Compiled contracts as the compiler left them in artifacts/. */
export type Artifact = {
  readonly contractName: string
  readonly abi: Abi
  readonly bytecode: Hex
  readonly linkReferences: Readonly<
    Record<string, Readonly<Record<string, readonly { start: number; length: number }[]>>>
  >
}

const files: Readonly<Record<string, string>> = {
  CREsolverMarket: 'contracts/CREsolverMarket.sol',
  ChallengeJudge: 'contracts/ChallengeJudge.sol',
  ReputationRegistry: 'contracts/ReputationRegistry.sol',
  SourceKeys: 'contracts/SourceKeys.sol',
  KillSwitch: 'contracts/KillSwitch.sol',
  Notary: 'contracts/Notary.sol',
  BinaryMarket: 'contracts/BinaryMarket.sol',
  CtfResolver: 'contracts/CtfResolver.sol',
  IdentityRegistry: 'contracts/local/IdentityRegistry.sol',
  FeedbackRegistry: 'contracts/local/FeedbackRegistry.sol',
  KeystoneForwarder: '@chainlink/contracts/src/v0.8/keystone/KeystoneForwarder.sol',
}

const libraries: Readonly<Record<string, string>> = {
  AppealLib: 'contracts/libraries/AppealLib.sol',
  SettlementLib: 'contracts/libraries/SettlementLib.sol',
  StrikeLib: 'contracts/libraries/StrikeLib.sol',
}

/** The contracts that people and programs call. */
export const contractNames: readonly string[] = Object.keys(files)
export const libraryNames: readonly string[] = Object.keys(libraries)

export function readArtifact(name: string): Artifact {
  const source = files[name] ?? libraries[name]
  const file = new URL(`../../artifacts/${source}/${name}.json`, import.meta.url)
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (cause) {
    throw new NotBuiltError(name, cause)
  }
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

export class NotBuiltError extends BaseError {
  override readonly name = 'Deploy.NotBuiltError'
  constructor(contract: string, cause: unknown) {
    super(`There is no compiled ${contract} in artifacts/.`, {
      metaMessages: ['Run `npm run build` first.'],
      cause,
    })
  }
}

export class UnlinkedError extends BaseError {
  override readonly name = 'Deploy.UnlinkedError'
  constructor(contract: string, library: string) {
    super(`${contract} needs the address of ${library}.`)
  }
}
