import type { Block, Mark } from './Blocks.ts'

/**
 * What a heading says of the blocks below it: that they are readers' comments, or links to other pages. It holds until the next
 * heading of its level, and no further than the part of the page that the heading stands in.
 */
export function withHeadings(blocks: readonly Block[], text: string): readonly Block[] {
  let rule: { readonly mark: Mark; readonly level: number; readonly until: number } | null = null
  return blocks.map((block) => {
    if (rule !== null && block.start >= rule.until) rule = null
    if (block.kind === 'heading' || block.kind === 'caption') {
      const level = block.kind === 'heading' ? block.level : 6
      if (rule !== null && level <= rule.level) rule = null
      const mark = markOf(text.slice(block.start, Math.min(block.end, block.start + longest)))
      const until = block.parent === null ? text.length : blocks[block.parent]!.end
      if (mark !== null && rule === null) rule = { mark, level, until }
    }
    const own = rule?.mark ?? (isCommentLine(block, text) ? 'comments' : null)
    if (own === null || block.hints.includes(own)) return block
    return { ...block, hints: [...block.hints, own] }
  })
}

const longest = 60

/** All words of a heading over comments are among these, and one of the first is one of them. */
const commentWords = new Set('comment comments discussion replies responses'.split(' '))
const otherWords = new Set(
  'public reader readers user users your of on this article story post leave add a join the view all show latest recent top what people are saying no yet and'.split(
    ' ',
  ),
)

/** How headings over links to other pages begin; and words that are such a heading alone or with one or two others. */
const relatedStarts = [
  'most read',
  'most popular',
  'more from',
  'more stories',
  'read next',
  'read more',
  'up next',
  'you may also',
  'you might',
  'see also',
  "editor's picks",
  "don't miss",
]
const relatedWords = new Set('related recommended trending popular'.split(' '))

function markOf(heading: string): Mark | null {
  const lower = heading.toLowerCase().split('’').join("'")
  const words = lower.split(/[^a-z]+/).filter((word) => word !== '')
  const isOnComments =
    words.some((word) => commentWords.has(word)) &&
    words.every((word) => commentWords.has(word) || otherWords.has(word))
  if (isOnComments) return 'comments'
  const isOnOthers = words.length <= 3 && relatedWords.has(words[0] ?? '')
  return isOnOthers || relatedStarts.some((start) => lower.startsWith(start)) ? 'related' : null
}

/** `Comments (3): …` in one line. */
const isCommentLine = ({ start, end }: Block, text: string): boolean =>
  end - start > 10 && /^comments? ?(\([0-9]+\))? ?:/i.test(text.slice(start, start + 40))
