import type { Command } from 'commander'
import * as attest from './attest.ts'
import * as check from './check.ts'
import * as run from './run.ts'
import * as specs from './specs.ts'

const examples = `
\`cresolver participant task.json\` is short for \`cresolver participant run task.json\`: it does the task, and prints the result as one line of
JSON. Exit code 0: the status is OK, whatever the verdict. 1: ERROR. 2: the words of the call are off. 3: REJECTED.

Examples:
  $ cresolver participant mine.json --address 0x70997970C51812dc3A010C7d01b50e0d17dc79C8 > mined.json
  $ cresolver participant verify.json --signer signer.sock > verified.json
  $ cresolver participant attest verified.json --signer signer.sock --claim mined.json > attested.json
  $ cresolver participant check attested.json --network sepolia`

export function register(group: Command): void {
  group.addHelpText('after', examples)
  run.register(group)
  attest.register(group)
  check.register(group)
  specs.register(group)
}
