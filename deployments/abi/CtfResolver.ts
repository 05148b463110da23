/** The interface of CtfResolver, from its compiled code: `npm run abi` writes it. */
export const ctfResolverAbi = [
  {"inputs":[{"name":"market_","type":"address"},{"name":"conditionalTokens_","type":"address"}],"stateMutability":"nonpayable","type":"constructor"},
  {"inputs":[{"name":"marketId","type":"uint256"}],"name":"AlreadyResolved","type":"error"},
  {"inputs":[{"name":"marketId","type":"uint256"}],"name":"NoSuchMarket","type":"error"},
  {"inputs":[{"name":"marketId","type":"uint256"}],"name":"NotFinal","type":"error"},
  {"inputs":[{"name":"marketId","type":"uint256"}],"name":"NotPrepared","type":"error"},
  {"anonymous":false,"inputs":[{"indexed":true,"name":"marketId","type":"uint256"},{"indexed":true,"name":"conditionId","type":"bytes32"},{"indexed":true,"name":"questionId","type":"bytes32"}],"name":"ConditionPrepared","type":"event"},
  {"anonymous":false,"inputs":[{"indexed":true,"name":"marketId","type":"uint256"},{"indexed":true,"name":"conditionId","type":"bytes32"},{"indexed":false,"name":"payouts","type":"uint256[]"}],"name":"ConditionResolved","type":"event"},
  {"inputs":[{"name":"marketId","type":"uint256"}],"name":"conditionIdOf","outputs":[{"name":"","type":"bytes32"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"conditionalTokens","outputs":[{"name":"","type":"address"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"market","outputs":[{"name":"","type":"address"}],"stateMutability":"view","type":"function"},
  {"inputs":[{"name":"marketId","type":"uint256"}],"name":"prepare","outputs":[{"name":"conditionId","type":"bytes32"}],"stateMutability":"nonpayable","type":"function"},
  {"inputs":[{"name":"marketId","type":"uint256"}],"name":"questionIdOf","outputs":[{"name":"","type":"bytes32"}],"stateMutability":"view","type":"function"},
  {"inputs":[{"name":"marketId","type":"uint256"}],"name":"resolve","outputs":[],"stateMutability":"nonpayable","type":"function"},
] as const
