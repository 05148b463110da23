/** The interface of Upkeep, from its compiled code: `npm run abi` writes it. */
export const upkeepAbi = [
  {"inputs":[{"name":"market_","type":"address"}],"stateMutability":"nonpayable","type":"constructor"},
  {"inputs":[{"name":"length","type":"uint256"}],"name":"BadSteps","type":"error"},
  {"inputs":[{"name":"isTaken","type":"bool"}],"name":"Rehearsed","type":"error"},
  {"anonymous":false,"inputs":[{"indexed":true,"name":"marketId","type":"uint256"},{"indexed":true,"name":"step","type":"uint8"},{"indexed":false,"name":"isDone","type":"bool"}],"name":"StepMade","type":"event"},
  {"inputs":[{"name":"from","type":"uint256"},{"name":"count","type":"uint256"}],"name":"findDue","outputs":[{"components":[{"name":"step","type":"uint8"},{"name":"marketId","type":"uint64"},{"name":"value","type":"uint256"},{"name":"gas","type":"uint256"}],"name":"found","type":"tuple[]"}],"stateMutability":"nonpayable","type":"function"},
  {"inputs":[],"name":"market","outputs":[{"name":"","type":"address"}],"stateMutability":"view","type":"function"},
  {"inputs":[{"name":"","type":"bytes"},{"name":"report","type":"bytes"}],"name":"onReport","outputs":[],"stateMutability":"nonpayable","type":"function"},
  {"inputs":[{"name":"step","type":"uint8"},{"name":"marketId","type":"uint256"}],"name":"rehearse","outputs":[],"stateMutability":"nonpayable","type":"function"},
  {"inputs":[{"name":"interfaceId","type":"bytes4"}],"name":"supportsInterface","outputs":[{"name":"","type":"bool"}],"stateMutability":"pure","type":"function"},
] as const
