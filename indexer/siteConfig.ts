import type { Config as SiteConfig } from '../protocol/Catalog.ts'
import type { Queries } from '../services/store/Store.ts'
import type { Chain } from './Chain.ts'
import type { Config } from './Config.ts'
import type { Deployment } from './Deployment.ts'

type Parts = {
  readonly chain: Chain
  readonly store: Queries
  readonly config: Config
  readonly deployment: Deployment
}

const zeroAddress = `0x${'0'.repeat(40)}`
const localChains: ReadonlySet<number> = new Set([31_337, 1_337])

/** `GET /config.json`: what a page needs to know of a deployment, from its record and its contracts. */
export async function readSiteConfig({ chain, store, config, deployment }: Parts): Promise<SiteConfig> {
  const { shown, gateways } = config
  const named = Object.entries(deployment.contracts)
  const [parameters, terms, missing, keys, hashes] = await Promise.all([
    chain.parameters(),
    chain.betTerms(),
    chain.missing(),
    store.query<KeyRow>('select * from source_keys order by source_id'),
    Promise.all(named.map(([, { address }]) => chain.codeHash(address as `0x${string}`))),
  ])
  const config_: SiteConfig = {
    chain: {
      id: chain.chainId,
      name: shown.name ?? deployment.network,
      rpc_urls: shown.rpcUrls,
      explorer: shown.explorer,
      is_local: localChains.has(chain.chainId),
    },
    contracts: Object.fromEntries(
      named.map(([name, { address, block, codeHash }], i) => [
        name,
        {
          address: address.toLowerCase() as Contract['address'],
          since: block,
          code_hash: codeHash as Contract['code_hash'],
          runtime_hash: hashes[i] as Contract['runtime_hash'],
        },
      ]),
    ),
    parameters: Object.fromEntries(
      Object.entries(parameters).map(([name, value]) => [
        name,
        isSmall(value) ? Number(value) : String(value),
      ]),
    ),
    bets:
      terms === null
        ? null
        : {
            token: terms.token === zeroAddress ? null : (terms.token.toLowerCase() as never),
            units_per_ether: String(terms.unitsPerEther),
            closing_margin: terms.closingMargin,
            max_bets_bps: terms.maxBetsBps,
          },
    missing: [...missing],
    gateways,
    rules_service: shown.rulesService,
    trust: deployment.trust ?? { keys: [], bases: {} },
    source_keys: keys.map(({ source_id, key, registered_at, is_revoked }) => ({
      source_id: source_id as never,
      key: key as never,
      registered_at: Number(registered_at),
      is_revoked,
    })),
  }
  return config_
}

type Contract = SiteConfig['contracts'][string]
type KeyRow = { source_id: string; key: string; registered_at: bigint; is_revoked: boolean }

/** Amounts in wei are texts, whatever they come to. */
const isSmall = (value: number | bigint): boolean => typeof value === 'number'
