/** The contracts that people and programs call, by the file that holds each. */
export const contracts: Readonly<Record<string, string>> = {
  CREsolverMarket: 'contracts/CREsolverMarket.sol',
  ChallengeJudge: 'contracts/ChallengeJudge.sol',
  ReputationRegistry: 'contracts/ReputationRegistry.sol',
  SourceKeys: 'contracts/SourceKeys.sol',
  KillSwitch: 'contracts/KillSwitch.sol',
  Notary: 'contracts/Notary.sol',
  BinaryMarket: 'contracts/BinaryMarket.sol',
  CtfResolver: 'contracts/CtfResolver.sol',
  Erc792Arbiter: 'contracts/Erc792Arbiter.sol',
  Upkeep: 'contracts/Upkeep.sol',
  IdentityRegistry: 'contracts/local/IdentityRegistry.sol',
  FeedbackRegistry: 'contracts/local/FeedbackRegistry.sol',
  MockKeystoneForwarder: 'contracts/local/MockKeystoneForwarder.sol',
  KeystoneForwarder: '@chainlink/contracts/src/v0.8/keystone/KeystoneForwarder.sol',
}

/** What the market is linked with. */
export const libraries: Readonly<Record<string, string>> = {
  AppealLib: 'contracts/libraries/AppealLib.sol',
  FeedbackLib: 'contracts/libraries/FeedbackLib.sol',
  RoundLib: 'contracts/libraries/RoundLib.sol',
  SettlementLib: 'contracts/libraries/SettlementLib.sol',
  StrikeLib: 'contracts/libraries/StrikeLib.sol',
}

/** What a contract also answers for at its address: code that it runs on its own storage. It deploys that itself. */
export const extensions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  CREsolverMarket: { MarketViews: 'contracts/MarketViews.sol' },
}
