/** The interface of SourceKeys, from its compiled code: `npm run abi` writes it. */
export const sourceKeysAbi = [
  {"inputs":[{"name":"admin_","type":"address"}],"stateMutability":"nonpayable","type":"constructor"},
  {"inputs":[],"name":"InvalidShortString","type":"error"},
  {"inputs":[{"name":"sourceId","type":"bytes32"}],"name":"KeyExists","type":"error"},
  {"inputs":[{"name":"caller","type":"address"}],"name":"NotTheAdmin","type":"error"},
  {"inputs":[{"name":"str","type":"string"}],"name":"StringTooLong","type":"error"},
  {"inputs":[],"name":"ZeroKey","type":"error"},
  {"anonymous":false,"inputs":[],"name":"EIP712DomainChanged","type":"event"},
  {"anonymous":false,"inputs":[{"indexed":true,"name":"sourceId","type":"bytes32"},{"indexed":true,"name":"key","type":"address"}],"name":"SourceKeyRegistered","type":"event"},
  {"inputs":[],"name":"admin","outputs":[{"name":"","type":"address"}],"stateMutability":"view","type":"function"},
  {"inputs":[{"name":"sourceId","type":"bytes32"},{"name":"observedAt","type":"uint40"},{"name":"value","type":"int128"}],"name":"digest","outputs":[{"name":"","type":"bytes32"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"eip712Domain","outputs":[{"name":"fields","type":"bytes1"},{"name":"name","type":"string"},{"name":"version","type":"string"},{"name":"chainId","type":"uint256"},{"name":"verifyingContract","type":"address"},{"name":"salt","type":"bytes32"},{"name":"extensions","type":"uint256[]"}],"stateMutability":"view","type":"function"},
  {"inputs":[{"name":"sourceId","type":"bytes32"},{"name":"observedAt","type":"uint40"},{"name":"value","type":"int128"},{"name":"signature","type":"bytes"}],"name":"isSignedBySource","outputs":[{"name":"","type":"bool"}],"stateMutability":"view","type":"function"},
  {"inputs":[{"name":"sourceId","type":"bytes32"}],"name":"keyOf","outputs":[{"name":"","type":"address"}],"stateMutability":"view","type":"function"},
  {"inputs":[{"name":"sourceId","type":"bytes32"},{"name":"key","type":"address"}],"name":"register","outputs":[],"stateMutability":"nonpayable","type":"function"},
] as const
