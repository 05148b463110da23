import { once } from 'node:events'
import type { World } from '../../local/startWorld.ts'

/** Says where everything is, and waits until somebody wants it to end. */
export async function serve({
  chain,
  place,
  gateway,
  keeper,
  indexer,
  don,
  sources,
  workers,
}: World): Promise<void> {
  const way = `--rpc-url ${chain.url} --deployments ${place.folder}`
  const lines = [
    '',
    'Left running. Ctrl-C ends it.',
    `  chain     ${chain.url}`,
    `  market    ${place.market}`,
    `  gateway   ${gateway.url}`,
    `  keeper    ${keeper.url}`,
    `  indexer   ${indexer.url} (${indexer.url}/v1/markets)`,
    `  sources   ${sources.url}`,
    ...(don.url === null ? [] : [`  DON       ${don.url} (takes {"market_id": …})`]),
    ...workers.map(
      ({ agentId, url, account }) => `  agent ${String(agentId).padEnd(3)} ${url} (account ${account})`,
    ),
    '',
    'From another terminal:',
    `  npx cresolver market list ${way}`,
    `  npx cresolver round verify 1 --gateway ${gateway.url} ${way}`,
    `  npx cresolver worker check ${workers[0]!.url}`,
    '',
    'A market of your own: `cresolver market create`, then `join` with agents 0, 1 and 2 (accounts 10, 11 and 12), each with the same',
    'two options. Once its deadline has passed the keeper asks for it, and the DON reports. To move the time of the chain on by an hour:',
    `  curl -H 'content-type: application/json' ${chain.url} \\`,
    `    -d '[{"jsonrpc":"2.0","id":1,"method":"evm_increaseTime","params":[3600]},{"jsonrpc":"2.0","id":2,"method":"evm_mine","params":[]}]'`,
    '',
  ]
  process.stderr.write(`${lines.join('\n')}\n`)
  const waiting = new AbortController()
  const { signal } = waiting
  await Promise.race(['SIGINT', 'SIGTERM'].map((name) => once(process, name, { signal })))
  waiting.abort()
}
