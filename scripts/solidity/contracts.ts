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
  IdentityRegistry: 'contracts/local/IdentityRegistry.sol',
  FeedbackRegistry: 'contracts/local/FeedbackRegistry.sol',
  KeystoneForwarder: '@chainlink/contracts/src/v0.8/keystone/KeystoneForwarder.sol',
}

/** What the market is linked with. */
export const libraries: Readonly<Record<string, string>> = {
  AppealLib: 'contracts/libraries/AppealLib.sol',
  SettlementLib: 'contracts/libraries/SettlementLib.sol',
  StrikeLib: 'contracts/libraries/StrikeLib.sol',
}
