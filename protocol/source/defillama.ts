import * as z from 'zod'
import * as ExactJson from './ExactJson.ts'
import { digitsOf, fieldOf, list } from './items.ts'
import { pickSample, splitMetric } from './pickSample.ts'
import { readReply } from './readReply.ts'
import { type Query, type Sample, type Source, UnsupportedRequirementError } from './Source.ts'

const provider = 'defillama'
const day = 86_400

/** The base URL of DefiLlama's public API. */
export const defillamaBase = 'https://api.llama.fi'

/**
 * DefiLlama: `tvl`, `tvl_high`, `tvl_low` in dollars, of a protocol by its slug (`aave`), of a chain (`chain:Ethereum`), or of all
 * chains together (`chain:all`). A sample is a point of the daily chart, at midnight UTC.
 *
 * @example
 * const query = { asset: 'aave', metric: 'tvl', window: { from: 1771632000, to: 1771722000 } }
 * defillama().plan(query).url // 'https://api.llama.fi/protocol/aave'
 * const body = '{"name":"Aave","tvl":[{"date":1771632000,"totalLiquidityUSD":2.5e10}]}'
 * defillama().read(body, query) // { observedAt: 1771632000, value: '25000000000' }
 */
export function defillama({ baseUrl = defillamaBase }: { readonly baseUrl?: string } = {}): Source {
  return {
    provider,
    plan(query) {
      const { chain, name } = wantedOf(query)
      if (chain === null) return { method: 'GET', url: `${baseUrl}/protocol/${name}` }
      const path = chain === 'all' ? '' : `/${encodeURIComponent(name)}`
      return { method: 'GET', url: `${baseUrl}/v2/historicalChainTvl${path}` }
    },
    read(body, query) {
      const { chain, choice } = wantedOf(query)
      const points =
        chain === null ? readReply(provider, protocol, body).tvl : readReply(provider, chart, body)
      return pickSample(settled(points), query.window, choice)
    },
  }
}

/**
 * The reply of `/tvl/{slug}`: the value of now, without a time, so it can't be a sample of any window.
 *
 * @example
 * readCurrentTvl('2.5e10') // '25000000000'
 */
export const readCurrentTvl = (body: string): string => readReply(provider, ExactJson.decimal, body)

const slugForm = /^[a-z0-9][a-z0-9._-]{0,127}$/
const chainForm = /^[A-Za-z0-9][A-Za-z0-9._ -]{0,63}$/

function wantedOf({ asset, metric }: Query) {
  const { name: metricName, choice } = splitMetric(metric)
  if (metricName !== 'tvl')
    throw new UnsupportedRequirementError(provider, 'its metric is tvl, tvl_high or tvl_low.')
  const isChain = asset.toLowerCase().startsWith('chain:')
  const name = isChain ? asset.slice('chain:'.length).replace(/%20/g, ' ') : asset.toLowerCase()
  if (!(isChain ? chainForm : slugForm).test(name))
    throw new UnsupportedRequirementError(
      provider,
      'an asset is a protocol slug like aave, or chain:Ethereum.',
    )
  return { chain: isChain ? name.toLowerCase() : null, name, choice }
}

// Older replies write the date as a string, and name the value like that of a protocol.
function readPoint(item: ExactJson.ExactJson): Sample {
  const date = fieldOf(item, 'date')
  const value = fieldOf(item, 'tvl') ?? fieldOf(item, 'totalLiquidityUSD')
  return {
    observedAt: ExactJson.toInteger(typeof date === 'string' ? date : digitsOf(date)),
    value: ExactJson.toDecimal(digitsOf(value)),
  }
}

const chart = list(readPoint)
const protocol = z.object({ name: z.string(), tvl: chart })

/** The last point of a chart is the value of now, and changes every hour until its day is over: it is no sample yet. */
function settled(points: readonly Sample[]): readonly Sample[] {
  const last = points.at(-1)
  return last !== undefined && last.observedAt % day !== 0 ? points.slice(0, -1) : points
}
