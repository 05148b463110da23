/** The interface of SourceKeys, from its compiled code: `npm run abi` writes it. */
export const sourceKeysAbi = [
  {"inputs":[{"internalType":"address","name":"admin_","type":"address"}],"stateMutability":"nonpayable","type":"constructor"},
  {"inputs":[],"name":"InvalidShortString","type":"error"},
  {"inputs":[{"internalType":"bytes32","name":"sourceId","type":"bytes32"}],"name":"KeyExists","type":"error"},
  {"inputs":[{"internalType":"address","name":"caller","type":"address"}],"name":"NotTheAdmin","type":"error"},
  {"inputs":[{"internalType":"string","name":"str","type":"string"}],"name":"StringTooLong","type":"error"},
  {"inputs":[],"name":"ZeroKey","type":"error"},
  {"anonymous":false,"inputs":[],"name":"EIP712DomainChanged","type":"event"},
  {"anonymous":false,"inputs":[{"indexed":true,"internalType":"bytes32","name":"sourceId","type":"bytes32"},{"indexed":true,"internalType":"address","name":"key","type":"address"}],"name":"SourceKeyRegistered","type":"event"},
  {"inputs":[],"name":"admin","outputs":[{"internalType":"address","name":"","type":"address"}],"stateMutability":"view","type":"function"},
  {"inputs":[{"internalType":"bytes32","name":"sourceId","type":"bytes32"},{"internalType":"uint40","name":"observedAt","type":"uint40"},{"internalType":"int128","name":"value","type":"int128"}],"name":"digest","outputs":[{"internalType":"bytes32","name":"","type":"bytes32"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"eip712Domain","outputs":[{"internalType":"bytes1","name":"fields","type":"bytes1"},{"internalType":"string","name":"name","type":"string"},{"internalType":"string","name":"version","type":"string"},{"internalType":"uint256","name":"chainId","type":"uint256"},{"internalType":"address","name":"verifyingContract","type":"address"},{"internalType":"bytes32","name":"salt","type":"bytes32"},{"internalType":"uint256[]","name":"extensions","type":"uint256[]"}],"stateMutability":"view","type":"function"},
  {"inputs":[{"internalType":"bytes32","name":"sourceId","type":"bytes32"},{"internalType":"uint40","name":"observedAt","type":"uint40"},{"internalType":"int128","name":"value","type":"int128"},{"internalType":"bytes","name":"signature","type":"bytes"}],"name":"isSignedBySource","outputs":[{"internalType":"bool","name":"","type":"bool"}],"stateMutability":"view","type":"function"},
  {"inputs":[{"internalType":"bytes32","name":"sourceId","type":"bytes32"}],"name":"keyOf","outputs":[{"internalType":"address","name":"","type":"address"}],"stateMutability":"view","type":"function"},
  {"inputs":[{"internalType":"bytes32","name":"sourceId","type":"bytes32"},{"internalType":"address","name":"key","type":"address"}],"name":"register","outputs":[],"stateMutability":"nonpayable","type":"function"},
] as const
