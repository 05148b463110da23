/** The interface of Notary, from its compiled code: `npm run abi` writes it. */
export const notaryAbi = [
  {"anonymous":false,"inputs":[{"indexed":true,"name":"hash","type":"bytes32"},{"indexed":true,"name":"notary","type":"address"},{"indexed":false,"name":"timestamp","type":"uint256"}],"name":"Notarized","type":"event"},
  {"inputs":[{"name":"hash","type":"bytes32"}],"name":"notarize","outputs":[],"stateMutability":"nonpayable","type":"function"},
  {"inputs":[{"name":"hashes","type":"bytes32[]"}],"name":"notarizeAll","outputs":[],"stateMutability":"nonpayable","type":"function"},
  {"inputs":[{"name":"hash","type":"bytes32"}],"name":"notarizedAt","outputs":[{"name":"","type":"uint40"}],"stateMutability":"view","type":"function"},
] as const
