/** The interface of ChallengeJudge, from its compiled code: `npm run abi` writes it. */
export const challengeJudgeAbi = [
  {"inputs":[{"name":"sourceKeys_","type":"address"}],"stateMutability":"nonpayable","type":"constructor"},
  {"inputs":[],"name":"BadSignature","type":"error"},
  {"inputs":[],"name":"MalformedReport","type":"error"},
  {"inputs":[],"name":"ProvesNothing","type":"error"},
  {"inputs":[{"name":"kind","type":"uint8"}],"name":"UnknownKind","type":"error"},
  {"inputs":[],"name":"WrongDocket","type":"error"},
  {"inputs":[{"components":[{"name":"separator","type":"bytes32"},{"name":"commitment","type":"bytes32"},{"name":"marketId","type":"uint256"},{"name":"round","type":"uint256"},{"name":"position","type":"uint256"},{"name":"agentId","type":"uint256"},{"name":"signer","type":"address"},{"name":"createdAt","type":"uint256"},{"name":"deadline","type":"uint256"}],"name":"about","type":"tuple"},{"name":"n","type":"uint256"},{"name":"evidence","type":"bytes"}],"name":"judgeRound","outputs":[],"stateMutability":"pure","type":"function"},
  {"inputs":[{"components":[{"name":"separator","type":"bytes32"},{"name":"commitment","type":"bytes32"},{"name":"marketId","type":"uint256"},{"name":"round","type":"uint256"},{"name":"position","type":"uint256"},{"name":"agentId","type":"uint256"},{"name":"signer","type":"address"},{"name":"createdAt","type":"uint256"},{"name":"deadline","type":"uint256"}],"name":"about","type":"tuple"},{"name":"kind","type":"uint8"},{"name":"evidence","type":"bytes"}],"name":"judgeWorker","outputs":[{"name":"isDoubt","type":"bool"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"sourceKeys","outputs":[{"name":"","type":"address"}],"stateMutability":"view","type":"function"},
] as const
