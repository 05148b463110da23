import type {
  BaseContract,
  ContractRunner,
  ContractTransaction,
  ContractTransactionResponse,
  Signer,
} from 'ethers'
import type * as abis from '../../deployments/abi/index.ts'

/**
 * Types of deployed contracts, from deployments/abi: names and results are known to the compiler, arguments are checked by
 * ethers. So a type check needs no compiled contracts.
 */
type Parameter = {
  readonly name?: string
  readonly type: string
  readonly components?: readonly Parameter[]
}
type Item = {
  readonly type: string
  readonly name?: string
  readonly inputs?: readonly Parameter[]
  readonly outputs?: readonly Parameter[]
  readonly stateMutability?: string
}
type Named = Item & { readonly type: 'function'; readonly name: string }

/** What ethers reads: every number is a bigint. */
type Value<Type extends string, P extends Parameter> = Type extends `${infer One}[]`
  ? Value<One, P>[]
  : Type extends 'tuple'
    ? Fields<NonNullable<P['components']>>
    : Type extends `uint${string}` | `int${string}`
      ? bigint
      : Type extends 'bool'
        ? boolean
        : string

/** Several values: by position, and by name. */
type Fields<All extends readonly Parameter[]> = {
  -readonly [index in keyof All]: Value<All[index]['type'], All[index]>
} & { [P in All[number] as P['name'] & string]: Value<P['type'], P> }

type Result<Outputs> = Outputs extends readonly []
  ? undefined
  : Outputs extends readonly [infer One extends Parameter]
    ? Value<One['type'], One>
    : Outputs extends readonly Parameter[]
      ? Fields<Outputs>
      : never

type Arguments = readonly unknown[]

export type Method<Read, Called = Promise<ContractTransactionResponse>> = {
  (...args: Arguments): Called
  staticCall(...args: Arguments): Promise<Read>
  estimateGas(...args: Arguments): Promise<bigint>
  populateTransaction(...args: Arguments): Promise<ContractTransaction>
}

type MethodOf<F extends Item> = F['stateMutability'] extends 'view' | 'pure'
  ? Method<Result<F['outputs']>, Promise<Result<F['outputs']>>>
  : Method<Result<F['outputs']>>

type Methods<A extends readonly Item[]> = {
  readonly [F in Extract<A[number], Named> as F['name']]: MethodOf<F>
}

/** Calls as another account. Before the base, whose own `connect` forgets the methods. */
type Contract<All> = { connect(runner: ContractRunner | null): Contract<All> } & All & BaseContract

export type CREsolverMarket = Contract<Methods<typeof abis.cresolverMarketAbi>>
export type ReputationRegistry = Contract<Methods<typeof abis.reputationRegistryAbi>>
export type SourceKeys = Contract<Methods<typeof abis.sourceKeysAbi>>
export type FeedbackRegistry = Contract<Methods<typeof abis.feedbackRegistryAbi>>
export type IdentityRegistry = Contract<
  Methods<typeof abis.identityRegistryAbi> & {
    readonly [signature in Registration]: Method<bigint>
  }
>
/** `register` has three signatures, so it is called by one of them. */
type Registration = 'register()' | 'register(string)' | 'register(string,(string,bytes)[])'

type Contracts = {
  CREsolverMarket: CREsolverMarket
  ReputationRegistry: ReputationRegistry
  SourceKeys: SourceKeys
  FeedbackRegistry: FeedbackRegistry
  IdentityRegistry: IdentityRegistry
  ChallengeJudge: Contract<Methods<typeof abis.challengeJudgeAbi>>
  KillSwitch: Contract<Methods<typeof abis.killSwitchAbi>>
  Notary: Contract<Methods<typeof abis.notaryAbi>>
  BinaryMarket: Contract<Methods<typeof abis.binaryMarketAbi>>
  CtfResolver: Contract<Methods<typeof abis.ctfResolverAbi>>
  Erc792Arbiter: Contract<Methods<typeof abis.erc792ArbiterAbi>>
  Upkeep: Contract<Methods<typeof abis.upkeepAbi>>
  KeystoneForwarder: Contract<Methods<typeof abis.keystoneForwarderAbi>>
}

type DeployOptions = Signer | { readonly libraries?: Readonly<Record<string, string>> }

declare module '@nomicfoundation/hardhat-ethers/types' {
  interface HardhatEthersHelpers {
    deployContract<Name extends keyof Contracts>(
      name: Name,
      args?: Arguments,
      options?: DeployOptions,
    ): Promise<Contracts[Name]>
  }
}
