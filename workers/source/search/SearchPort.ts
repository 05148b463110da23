import { BaseError } from '../../../protocol/index.ts'

/** What a search engine says of a page: where to look, and never evidence of anything. */
export type Hit = {
  readonly url: string
  readonly title: string
  readonly snippet: string
  /** As the engine gives it; pages are dated by their own words. */
  readonly date?: string | undefined
}

export type Found = {
  readonly hits: readonly Hit[]
  /** Unix seconds. */
  readonly retrievedAt: number
  /** keccak256 of the reply's text. */
  readonly responseHash: string
}

/** Looks for pages. Throws a `SearchError` where the engine can't be asked or read. */
export type SearchPort = {
  /** What plans and records call it: `searxng`, `brave` or `recorded`. */
  readonly name: string
  search(query: string, options?: { readonly signal?: AbortSignal | undefined }): Promise<Found>
}

/** The longest query that the engines take. */
export const longestQuery = 400

export class SearchError extends BaseError {
  override readonly name = 'SearchPort.SearchError'
  readonly code: 'unreachable' | 'refused' | 'unreadable' | 'not-recorded'
  constructor(engine: string, code: SearchError['code'], why: string, options: { cause?: unknown } = {}) {
    super(`The search by ${engine} failed: ${why}.`, { docsPath: 'docs/sources.md', ...options })
    this.code = code
  }
}
