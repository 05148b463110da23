/** The interface of KillSwitch, from its compiled code: `npm run abi` writes it. */
export const killSwitchAbi = [
  {"inputs":[{"name":"guardian_","type":"address"}],"stateMutability":"nonpayable","type":"constructor"},
  {"inputs":[{"name":"caller","type":"address"}],"name":"NotTheGuardian","type":"error"},
  {"inputs":[],"name":"ZeroGuardian","type":"error"},
  {"anonymous":false,"inputs":[{"indexed":true,"name":"guardian","type":"address"}],"name":"GuardianChanged","type":"event"},
  {"anonymous":false,"inputs":[{"indexed":true,"name":"nominee","type":"address"}],"name":"GuardianNominated","type":"event"},
  {"anonymous":false,"inputs":[{"indexed":true,"name":"guardian","type":"address"}],"name":"ResumedBy","type":"event"},
  {"anonymous":false,"inputs":[{"indexed":true,"name":"guardian","type":"address"}],"name":"StoppedBy","type":"event"},
  {"inputs":[],"name":"acceptGuardian","outputs":[],"stateMutability":"nonpayable","type":"function"},
  {"inputs":[],"name":"guardian","outputs":[{"name":"","type":"address"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"isStopped","outputs":[{"name":"","type":"bool"}],"stateMutability":"view","type":"function"},
  {"inputs":[{"name":"nominee","type":"address"}],"name":"nominateGuardian","outputs":[],"stateMutability":"nonpayable","type":"function"},
  {"inputs":[],"name":"pendingGuardian","outputs":[{"name":"","type":"address"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"resume","outputs":[],"stateMutability":"nonpayable","type":"function"},
  {"inputs":[],"name":"stop","outputs":[],"stateMutability":"nonpayable","type":"function"},
] as const
