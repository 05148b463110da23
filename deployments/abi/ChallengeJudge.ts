/** The interface of ChallengeJudge, from its compiled code: `npm run abi` writes it. */
export const challengeJudgeAbi = [
  {"inputs":[{"internalType":"contract ISourceKeys","name":"sourceKeys_","type":"address"}],"stateMutability":"nonpayable","type":"constructor"},
  {"inputs":[],"name":"BadSignature","type":"error"},
  {"inputs":[],"name":"MalformedReport","type":"error"},
  {"inputs":[],"name":"ProvesNothing","type":"error"},
  {"inputs":[{"internalType":"uint8","name":"kind","type":"uint8"}],"name":"UnknownKind","type":"error"},
  {"inputs":[],"name":"WrongDocket","type":"error"},
  {"inputs":[{"components":[{"internalType":"bytes32","name":"separator","type":"bytes32"},{"internalType":"bytes32","name":"commitment","type":"bytes32"},{"internalType":"uint256","name":"marketId","type":"uint256"},{"internalType":"uint256","name":"round","type":"uint256"},{"internalType":"uint256","name":"position","type":"uint256"},{"internalType":"address","name":"signer","type":"address"},{"internalType":"uint256","name":"deadline","type":"uint256"}],"internalType":"struct IChallengeJudge.Case","name":"about","type":"tuple"},{"internalType":"uint256","name":"n","type":"uint256"},{"internalType":"bytes","name":"evidence","type":"bytes"}],"name":"judgeRound","outputs":[],"stateMutability":"pure","type":"function"},
  {"inputs":[{"components":[{"internalType":"bytes32","name":"separator","type":"bytes32"},{"internalType":"bytes32","name":"commitment","type":"bytes32"},{"internalType":"uint256","name":"marketId","type":"uint256"},{"internalType":"uint256","name":"round","type":"uint256"},{"internalType":"uint256","name":"position","type":"uint256"},{"internalType":"address","name":"signer","type":"address"},{"internalType":"uint256","name":"deadline","type":"uint256"}],"internalType":"struct IChallengeJudge.Case","name":"about","type":"tuple"},{"internalType":"uint8","name":"kind","type":"uint8"},{"internalType":"bytes","name":"evidence","type":"bytes"}],"name":"judgeWorker","outputs":[{"internalType":"bool","name":"keepsStake","type":"bool"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"sourceKeys","outputs":[{"internalType":"contract ISourceKeys","name":"","type":"address"}],"stateMutability":"view","type":"function"},
] as const
