import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Address } from 'viem'
import { isMap, isScalar, isSeq, type Node, parse, parseDocument } from 'yaml'

/** What a deployment means for the files that name its addresses. */
export type Place = {
  readonly chainId: number
  /** CRE's number for the chain, where it is a local one, and the forwarder of CRE's simulator there. */
  readonly local: { readonly selector: string; readonly forwarder: Address } | null
  readonly market: Address
}

/** Where configs that name contracts lie, and how their names end. */
const places = [
  ['workflow', /^config\..*\.json$/],
  ['gateway/examples', /\.yaml$/],
  ['keeper/examples', /\.yaml$/],
  ['adapters/signer/examples', /\.yaml$/],
] as const

const configsIn = (root: string): string[] =>
  places.flatMap(([folder, name]) =>
    existsSync(join(root, folder))
      ? readdirSync(join(root, folder))
          .filter((file) => name.test(file))
          .sort()
          .map((file) => `${folder}/${file}`)
      : [],
  )

/**
 * Writes the addresses of a deployment into the project that its record lies in: each config of the chain gets the market, and
 * project.yaml the forwarder for simulations. Gives the files that changed; a folder without a project is left alone.
 */
export function updateProject(deployments: string, place: Place): string[] {
  const root = dirname(deployments)
  const project = join(root, 'project.yaml')
  if (!existsSync(project)) return []
  return ['project.yaml', ...configsIn(root)].filter((file) => {
    const path = join(root, file)
    const text = readFileSync(path, 'utf8')
    const next = path === project ? withForwarder(text, place) : withMarket(text, place)
    if (next !== text) writeFileSync(path, next)
    return next !== text
  })
}

const anyAddress = '0x[0-9a-fA-F]{40}'

function withMarket(text: string, { chainId, market }: Place): string {
  const fund = new RegExp(`(eip155:${chainId}:)${anyAddress}`, 'g')
  const named = text.replace(fund, (_, chain: string) => `${chain}${market.toLowerCase()}`)
  // JSON is YAML as well.
  if ((parse(text) as { chainId?: unknown }).chainId !== chainId) return named
  return named.replace(
    new RegExp(`("?market"?: ")${anyAddress}"`),
    (_, key: string) => `${key}${market.toLowerCase()}"`,
  )
}

/** Only the addresses change: comments and order stay as they were written. */
function withForwarder(text: string, { local }: Place): string {
  if (local === null) return text
  const ranges: [number, number][] = []
  const document = parseDocument(text, { intAsBigInt: true })
  if (!isMap(document.contents)) return text
  for (const { value: target } of document.contents.items) {
    const chains = isMap(target) ? target.get('experimental-chains', true) : undefined
    if (!isSeq(chains)) continue
    for (const chain of chains.items)
      if (isMap(chain) && String(chain.get('chain-selector')) === local.selector) {
        const range = (chain.get('forwarder', true) as Node | undefined)?.range
        if (isScalar(chain.get('forwarder', true)) && range) ranges.push([range[0], range[1]])
      }
  }
  return ranges
    .reverse()
    .reduce((all, [from, to]) => `${all.slice(0, from)}"${local.forwarder}"${all.slice(to)}`, text)
}
