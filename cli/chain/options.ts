import { type Command, InvalidArgumentError } from 'commander'

/** What every command that talks to a chain takes. */
export type ChainOptions = {
  readonly network?: string
  readonly rpcUrl?: string
  readonly deployments?: string
  readonly keyEnv: string
  readonly account?: number
  readonly json?: boolean
}

export const defaultKeyEnv = 'CRESOLVER_KEY'

/** For commands that only read. */
export const reading = (command: Command): Command =>
  command
    .option('--network <name>', 'a network of deployments/networks.json (default: localhost)')
    .option('--rpc-url <url>', 'the node to talk to, instead of the one that is configured')
    .option('--deployments <folder>', 'where networks.json and <chainId>.json are')
    .option('--json', 'one line of JSON; amounts in wei')

/** For commands that sign. */
export const signing = (command: Command): Command =>
  reading(command)
    .option('--key-env <name>', 'the environment variable with your private key', defaultKeyEnv)
    .option('--account <n>', 'local chains: the n-th key of the standard test mnemonic', accountNumber)

function accountNumber(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new InvalidArgumentError('expected a whole number from 0.')
  return Number(text)
}
