import type { Network } from '../../../services/fetch/Network.ts'
import { load, loadPublic } from '../../source/registry/SourceRegistry.ts'
import { openSearch } from '../../source/search/openSearch.ts'
import type { TextConfig } from '../text/TextSource.ts'
import { type Planning, usualCalls } from './Plan.ts'

type Options = {
  readonly environment?: Readonly<Record<string, string | undefined>>
  readonly network?: Partial<Network> | undefined
}

/** What a config plans with; undefined where it names neither a registry nor a search engine. */
export function openPlanning(
  { registry, search, contact, budget = usualCalls }: TextConfig,
  options: Options = {},
): Planning | undefined {
  if (registry === undefined && search === undefined) return undefined
  return {
    registry: registry === undefined ? null : registry === 'public' ? loadPublic() : load(registry),
    search: search === undefined ? null : openSearch(search, options),
    contact: contact ?? null,
    budget,
  }
}
