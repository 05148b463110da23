import type { Command } from 'commander'
import { localDon } from '../../chain/localDon.ts'
import { portNumber } from '../../terminal/service.ts'
import { withDon } from '../../withDon.ts'
import type { ChainChoice } from './chain.ts'
import { blockNumber, wholeNumber } from './numbers.ts'

export type Options = ChainChoice & {
  workflow: string
  config?: string
  limits?: string
  nodes: number
  name: string
  owner?: string
  host: string
  port: number
  secrets?: string
  fault?: readonly string[]
  pollMs: number
  finalityMs: number
  fromBlock?: bigint
  cron: boolean
  stopAfter?: number
  trace?: boolean
  json?: boolean
}

const examples = `
Runs the genuine guest on every node, waits for what the workflow subscribed to (logs, HTTP requests, the clock), and holds it to the
quotas that CRE publishes. Node keys are those of the standard test mnemonic, from index 100 on: they protect nothing.

Examples:
  $ cresolver don run --workflow main.ts --config config.json
  $ cresolver don run --workflow workflow.wasm --config config.json --rpc-url http://127.0.0.1:8545 --trace
  $ cresolver don run --workflow main.ts --config config.json --nodes 7 --fault 1=byzantine --fault 4=silent
  $ API_KEY_ENV=… cresolver don run --workflow main.ts --config config.json --secrets secrets.yaml --stop-after 1 --json`

export function register(group: Command): void {
  group
    .command('run')
    .description('run a CRE workflow on a DON of this machine until it is stopped')
    .requiredOption('--workflow <file>', 'its main.ts, a .wasm or a .wasm.br.b64')
    .option('--config <file>', "the workflow's configuration")
    .option('--limits <file>', "quotas in the `cre` CLI's form (default: the lowest that CRE publishes)")
    .option('--nodes <n>', 'how many; fewer than a third may fail', wholeNumber, localDon.nodes)
    .option('--name <text>', "the workflow's name", localDon.workflowName)
    .option('--owner <address>', "the workflow's owner (default: a local account)")
    .option('--network <name>', 'a network of deployments/networks.json')
    .option('--rpc-url <url>', 'the node of the chain that the workflow reads and writes')
    .option('--chain-selector <n>', "CRE's number for it; known for local chains and Sepolia")
    .option('--forwarder <address>', 'where reports go (default: that of deployments/<chainId>.json)')
    .option('--deployments <folder>', 'where networks.json and <chainId>.json are')
    .option('--key-env <name>', 'the environment variable with the key that pays; local chains need none')
    .option('--host <address>', 'where the HTTP trigger listens', '127.0.0.1')
    .option('--port <n>', 'and its port; 0 picks a free one', portNumber, 8_100)
    .option('--secrets <file>', "secrets.yaml as the `cre` CLI has it: names, and the variables they're in")
    .option('--fault <node=kind...>', 'what is wrong with a node: silent, byzantine, restarting, slow:<ms>')
    .option('--poll-ms <n>', 'how often the chain is looked at', wholeNumber, 500)
    .option('--finality-ms <n>', 'how long a log is left alone before it counts', wholeNumber, 0)
    .option('--from-block <n>', 'the first block whose logs count (default: the next one)', blockNumber)
    .option('--no-cron', 'leave out the clock: only logs and requests wake the workflow')
    .option('--stop-after <n>', 'end after so many executions', wholeNumber)
    .option('--trace', 'every call of every node, with sizes, times and errors')
    .option('--json', 'one line of JSON for each thing that happens')
    .addHelpText('after', examples)
    .action(async (options: Options) => {
      const { runDon } = await withDon(() => import('./runDon.ts'))
      await runDon(options)
    })
}
