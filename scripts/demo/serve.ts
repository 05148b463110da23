import { once } from 'node:events'
import type { World } from '../local/startWorld.ts'

/** Says where everything is, and waits until somebody wants it to end. */
export async function serve({ chain, place, gateway, don, sources, workers }: World): Promise<void> {
  const way = `--rpc-url ${chain.url} --deployments ${place.folder}`
  const lines = [
    '',
    'Left running. Ctrl-C ends it.',
    `  chain     ${chain.url}`,
    `  market    ${place.market}`,
    `  gateway   ${gateway.url}`,
    `  sources   ${sources.url}`,
    ...(don.url === null ? [] : [`  DON       ${don.url} (takes {"market_id": …})`]),
    ...workers.map(
      ({ agentId, url, account }) => `  agent ${String(agentId).padEnd(3)} ${url} (account ${account})`,
    ),
    '',
    'From another terminal:',
    `  npx cresolver market list ${way}`,
    `  npx cresolver round show 1 ${way}`,
    `  npx cresolver worker check ${workers[0]!.url}`,
    `  curl -s ${gateway.url}/rounds/1/1`,
    '',
  ]
  process.stderr.write(`${lines.join('\n')}\n`)
  const waiting = new AbortController()
  const { signal } = waiting
  await Promise.race(['SIGINT', 'SIGTERM'].map((name) => once(process, name, { signal })))
  waiting.abort()
}
