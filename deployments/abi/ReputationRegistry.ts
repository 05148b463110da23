/** The interface of ReputationRegistry, from its compiled code: `npm run abi` writes it. */
export const reputationRegistryAbi = [
  {"inputs":[],"stateMutability":"nonpayable","type":"constructor"},
  {"inputs":[{"name":"marketId","type":"uint256"}],"name":"AlreadyRecorded","type":"error"},
  {"inputs":[],"name":"BadWriter","type":"error"},
  {"inputs":[{"name":"caller","type":"address"}],"name":"NotTheWriter","type":"error"},
  {"inputs":[{"name":"score","type":"uint8"}],"name":"ScoreTooHigh","type":"error"},
  {"anonymous":false,"inputs":[{"indexed":true,"name":"marketId","type":"uint256"},{"indexed":false,"name":"agents","type":"uint256"}],"name":"ReputationRecorded","type":"event"},
  {"anonymous":false,"inputs":[{"indexed":true,"name":"writer","type":"address"}],"name":"WriterSet","type":"event"},
  {"inputs":[{"name":"agentId","type":"uint256"}],"name":"factorOf","outputs":[{"name":"","type":"uint16"}],"stateMutability":"view","type":"function"},
  {"inputs":[{"name":"marketId","type":"uint256"},{"components":[{"name":"agentId","type":"uint48"},{"name":"isCorrect","type":"bool"},{"name":"resQuality","type":"uint8"},{"name":"srcQuality","type":"uint8"},{"name":"analysisDepth","type":"uint8"}],"name":"entries","type":"tuple[]"}],"name":"record","outputs":[],"stateMutability":"nonpayable","type":"function"},
  {"inputs":[{"name":"agentId","type":"uint256"}],"name":"reputationOf","outputs":[{"components":[{"name":"count","type":"uint32"},{"name":"correct","type":"uint32"},{"name":"sumRes","type":"uint64"},{"name":"sumSrc","type":"uint64"},{"name":"sumDepth","type":"uint64"}],"name":"","type":"tuple"}],"stateMutability":"view","type":"function"},
  {"inputs":[{"name":"writer_","type":"address"}],"name":"setWriter","outputs":[],"stateMutability":"nonpayable","type":"function"},
  {"inputs":[],"name":"writer","outputs":[{"name":"","type":"address"}],"stateMutability":"view","type":"function"},
] as const
