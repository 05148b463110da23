import { PageText } from '../../../protocol/index.ts'
import { policies } from '../policy/Policies.ts'

/** A piece of a page's visible text. */
export type Part = { readonly page: string; readonly text: string }

const { policy } = policies.auditor

type Shown = { readonly id: string; readonly page: PageText.PageText }

/**
 * Whole pages in overlapping pieces, packed into calls. A page that no longer fits is not shown at all: its silence would mean nothing.
 */
export function partsOf(pages: readonly Shown[]): {
  readonly parts: readonly (readonly Part[])[]
  readonly tooLong: ReadonlySet<string>
} {
  let calls: Part[][] = []
  const tooLong = new Set<string>()
  for (const { id, page } of pages) {
    const pieces = PageText.chunks(page, policy.piece_characters, policy.overlap_characters).map(
      ({ start, end }) => ({
        page: id,
        text: page.text.slice(start, end),
      }),
    )
    const packed = pieces.reduce(pack, calls)
    if (packed.length <= policy.calls) calls = packed
    else tooLong.add(id)
  }
  return { parts: calls, tooLong }
}

function pack(calls: Part[][], piece: Part): Part[][] {
  const last = calls.at(-1)
  const size = last?.reduce((sum, { text }) => sum + text.length, 0) ?? 0
  if (last === undefined || size + piece.text.length > policy.call_characters) return [...calls, [piece]]
  return [...calls.slice(0, -1), [...last, piece]]
}
