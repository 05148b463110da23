/** The interface of Notary, from its compiled code: `npm run abi` writes it. */
export const notaryAbi = [
  {"anonymous":false,"inputs":[{"indexed":true,"internalType":"bytes32","name":"hash","type":"bytes32"},{"indexed":true,"internalType":"address","name":"notary","type":"address"},{"indexed":false,"internalType":"uint256","name":"timestamp","type":"uint256"}],"name":"Notarized","type":"event"},
  {"inputs":[{"internalType":"bytes32","name":"hash","type":"bytes32"}],"name":"notarize","outputs":[],"stateMutability":"nonpayable","type":"function"},
  {"inputs":[{"internalType":"bytes32[]","name":"hashes","type":"bytes32[]"}],"name":"notarizeAll","outputs":[],"stateMutability":"nonpayable","type":"function"},
  {"inputs":[{"internalType":"bytes32","name":"hash","type":"bytes32"}],"name":"notarizedAt","outputs":[{"internalType":"uint40","name":"","type":"uint40"}],"stateMutability":"view","type":"function"},
] as const
