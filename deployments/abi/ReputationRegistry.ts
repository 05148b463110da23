/** The interface of ReputationRegistry, from its compiled code: `npm run abi` writes it. */
export const reputationRegistryAbi = [
  {"inputs":[],"stateMutability":"nonpayable","type":"constructor"},
  {"inputs":[{"internalType":"uint256","name":"marketId","type":"uint256"}],"name":"AlreadyRecorded","type":"error"},
  {"inputs":[],"name":"BadWriter","type":"error"},
  {"inputs":[{"internalType":"address","name":"caller","type":"address"}],"name":"NotTheWriter","type":"error"},
  {"inputs":[{"internalType":"uint8","name":"score","type":"uint8"}],"name":"ScoreTooHigh","type":"error"},
  {"anonymous":false,"inputs":[{"indexed":true,"internalType":"uint256","name":"marketId","type":"uint256"},{"indexed":false,"internalType":"uint256","name":"agents","type":"uint256"}],"name":"ReputationRecorded","type":"event"},
  {"anonymous":false,"inputs":[{"indexed":true,"internalType":"address","name":"writer","type":"address"}],"name":"WriterSet","type":"event"},
  {"inputs":[{"internalType":"uint256","name":"agentId","type":"uint256"}],"name":"factorOf","outputs":[{"internalType":"uint16","name":"factorBps","type":"uint16"},{"internalType":"bool","name":"isNewcomer","type":"bool"}],"stateMutability":"view","type":"function"},
  {"inputs":[{"internalType":"uint256","name":"agentId","type":"uint256"}],"name":"meanOf","outputs":[{"internalType":"uint256","name":"","type":"uint256"}],"stateMutability":"view","type":"function"},
  {"inputs":[{"internalType":"uint256","name":"marketId","type":"uint256"},{"components":[{"internalType":"uint48","name":"agentId","type":"uint48"},{"internalType":"bool","name":"isCorrect","type":"bool"},{"internalType":"uint8","name":"resQuality","type":"uint8"},{"internalType":"uint8","name":"srcQuality","type":"uint8"},{"internalType":"uint8","name":"analysisDepth","type":"uint8"}],"internalType":"struct IReputationRegistry.Entry[]","name":"entries","type":"tuple[]"}],"name":"record","outputs":[],"stateMutability":"nonpayable","type":"function"},
  {"inputs":[{"internalType":"uint256","name":"agentId","type":"uint256"}],"name":"reputationOf","outputs":[{"components":[{"internalType":"uint32","name":"count","type":"uint32"},{"internalType":"uint32","name":"correct","type":"uint32"},{"internalType":"uint64","name":"sumRes","type":"uint64"},{"internalType":"uint64","name":"sumSrc","type":"uint64"},{"internalType":"uint64","name":"sumDepth","type":"uint64"}],"internalType":"struct IReputationRegistry.Reputation","name":"","type":"tuple"}],"stateMutability":"view","type":"function"},
  {"inputs":[{"internalType":"address","name":"writer_","type":"address"}],"name":"setWriter","outputs":[],"stateMutability":"nonpayable","type":"function"},
  {"inputs":[],"name":"writer","outputs":[{"internalType":"address","name":"","type":"address"}],"stateMutability":"view","type":"function"},
] as const
