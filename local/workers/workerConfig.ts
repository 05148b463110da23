import { fileURLToPath } from 'node:url'
import { type Config, checkConfig } from '../../workers/agent/Config.ts'
import { stages } from '../../workers/pipeline/Stage.ts'
import type { LocalPlace } from '../deployLocal.ts'
import { coins, gauges, locked } from '../sources/assets.ts'
import { keyHeader, type Sources } from '../sources/startSources.ts'
import { source } from '../words/council.ts'

/** The variables that a worker's config names. */
export const keyVariable = 'AGENT_KEY'
export const sourceVariable = 'SOURCE_KEY'

export type Personality = 'aap' | 'panel' | 'llm'

/** What a model said of the pages of this world, once: `npm run recordings` makes it. */
const recordings = fileURLToPath(new URL('../words/recordings.jsonl', import.meta.url))

/** A worker's config as a file would have it: live sources on this machine, and proofs looked up on the chain. */
export function workerConfig(
  place: LocalPlace,
  sources: Sources,
  worker: { readonly agentId: number; readonly personality: Personality; readonly rpcUrl: string },
): Config {
  const { agentId, personality, rpcUrl } = worker
  return checkConfig(
    {
      agentId,
      personality,
      listen: { host: '127.0.0.1', port: 0 },
      chainId: place.chainId,
      market: place.market,
      rpcUrl,
      keyEnv: keyVariable,
      provenance: { notary: place.at('Notary'), sourceKeys: place.at('SourceKeys') },
      // Asked as soon as the gateway comes: looking ahead all the time would only load this machine.
      watch: { pollMs: 30_000 },
      // One after the other: with dozens of workers in one process, what is begun should end before its time is up.
      limits: { running: 1 },
      // A stage that waits for its turn on a busy machine has not failed; the gateway's deadline ends it anyway.
      stageMs: Object.fromEntries(stages.map((stage) => [stage, 60_000])),
      callers: { rate: null },
      log: 'silent',
      graceMs: 500,
      sources: sourcesConfig(sources),
      panel: { toleranceBps: 50, pairs },
      ...(personality === 'llm'
        ? { text: { sources: [source] }, model: { kind: 'recorded', recordings } }
        : {}),
    },
    { file: `the config of agent ${agentId}` },
  )
}

export const sourcesConfig = ({ url, publicKey }: Pick<Sources, 'url' | 'publicKey'>) => ({
  transport: 'live',
  allowLoopback: true,
  // Source, workers, gateway and chain share one machine: on a busy one a reply may take its time.
  timeoutMs: 30_000,
  keys: [{ host: new URL(url).host, name: keyHeader, env: sourceVariable }],
  publicKeys: [publicKey],
  baseUrls: { coingecko: `${url}/api/v3`, binance: url, defillama: url },
  http: [
    ...gauges.map(({ id }) => ({
      id: `gauge/${id}`,
      metric: 'level',
      url: `${url}/gauge/${id}?from={from}`,
      value: '$.readings[*].level',
      time: '$.readings[*].at',
    })),
    ...locked.map(({ asset }) => ({
      id: `locked/${asset}`,
      metric: 'tvl',
      url: `${url}/locked/${asset}?from={from}`,
      value: '$.usd',
      time: '$.at',
    })),
  ],
  web: gauges.map(({ id }) => ({
    id: `bulletin/${id}`,
    metric: 'level',
    url: `${url}/bulletin/${id}?from={from}`,
    value: { selector: 'p.level', pattern: 'Level: (?P<value>[0-9.]+) m' },
    time: { selector: 'p.level time' },
  })),
})

/** Whom a cautious worker asks beside the source of a rule. */
const pairs = Object.fromEntries([
  ...coins.map(({ id, symbol }) => [`coingecko:${id}:price_usd`, `binance:${symbol}:price`]),
  ...locked.map(({ asset }) => [`defillama:${asset}:tvl`, `http:locked/${asset}:tvl`]),
  ...gauges.map(({ id }) => [`http:gauge/${id}:level`, `web:bulletin/${id}:level`]),
])
