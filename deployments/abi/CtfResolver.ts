/** The interface of CtfResolver, from its compiled code: `npm run abi` writes it. */
export const ctfResolverAbi = [
  {"inputs":[{"internalType":"contract ICREsolverMarket","name":"market_","type":"address"},{"internalType":"contract IConditionalTokens","name":"conditionalTokens_","type":"address"}],"stateMutability":"nonpayable","type":"constructor"},
  {"inputs":[{"internalType":"uint256","name":"marketId","type":"uint256"}],"name":"AlreadyResolved","type":"error"},
  {"inputs":[{"internalType":"uint256","name":"marketId","type":"uint256"}],"name":"NoSuchMarket","type":"error"},
  {"inputs":[{"internalType":"uint256","name":"marketId","type":"uint256"}],"name":"NotFinal","type":"error"},
  {"inputs":[{"internalType":"uint256","name":"marketId","type":"uint256"}],"name":"NotPrepared","type":"error"},
  {"anonymous":false,"inputs":[{"indexed":true,"internalType":"uint256","name":"marketId","type":"uint256"},{"indexed":true,"internalType":"bytes32","name":"conditionId","type":"bytes32"},{"indexed":true,"internalType":"bytes32","name":"questionId","type":"bytes32"}],"name":"ConditionPrepared","type":"event"},
  {"anonymous":false,"inputs":[{"indexed":true,"internalType":"uint256","name":"marketId","type":"uint256"},{"indexed":true,"internalType":"bytes32","name":"conditionId","type":"bytes32"},{"indexed":false,"internalType":"uint256[]","name":"payouts","type":"uint256[]"}],"name":"ConditionResolved","type":"event"},
  {"inputs":[{"internalType":"uint256","name":"marketId","type":"uint256"}],"name":"conditionIdOf","outputs":[{"internalType":"bytes32","name":"","type":"bytes32"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"conditionalTokens","outputs":[{"internalType":"contract IConditionalTokens","name":"","type":"address"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"market","outputs":[{"internalType":"contract ICREsolverMarket","name":"","type":"address"}],"stateMutability":"view","type":"function"},
  {"inputs":[{"internalType":"uint256","name":"marketId","type":"uint256"}],"name":"prepare","outputs":[{"internalType":"bytes32","name":"conditionId","type":"bytes32"}],"stateMutability":"nonpayable","type":"function"},
  {"inputs":[{"internalType":"uint256","name":"marketId","type":"uint256"}],"name":"questionIdOf","outputs":[{"internalType":"bytes32","name":"","type":"bytes32"}],"stateMutability":"view","type":"function"},
  {"inputs":[{"internalType":"uint256","name":"marketId","type":"uint256"}],"name":"resolve","outputs":[],"stateMutability":"nonpayable","type":"function"},
] as const
