/** One item of an RSS or Atom feed, as far as it is needed to tell what it is and of when. */
export type FeedItem = { readonly title: string; readonly link: string | null; readonly date: string | null }

const roots = ['<rss', '<feed', '<rdf:rdf']
const longestFeed = 2_000
const dateTags = ['pubdate', 'published', 'updated', 'dc:date']

/** The items of a feed, in its order; null where the text is no feed. One pass of `indexOf`: a feed can't make it slow. */
export function readFeed(text: string): FeedItem[] | null {
  const lower = text.toLowerCase()
  if (!roots.some((root) => lower.slice(0, longestFeed).includes(root))) return null
  const name = lower.includes('<entry') && !lower.includes('<item') ? 'entry' : 'item'
  const items: FeedItem[] = []
  for (const [start, end] of elements(lower, name)) {
    const [part, small] = [text.slice(start, end), lower.slice(start, end)]
    const tags = dateTags.map((tag) => textOf(part, small, tag)).filter((one) => one !== null)
    items.push({
      title: textOf(part, small, 'title') ?? '',
      link: textOf(part, small, 'link') || hrefOf(part, small),
      date: tags[0] ?? null,
    })
  }
  return items
}

/** Where elements of a name begin and end. */
function* elements(lower: string, name: string): Generator<readonly [number, number]> {
  for (let at = 0; ; ) {
    const start = openingOf(lower, name, at)
    if (start === -1) return
    const close = lower.indexOf(`</${name}`, start)
    const end = close === -1 ? lower.length : close
    yield [start, end]
    at = end
    if (close === -1) return
  }
}

/** `<item>` or `<item rdf:about="…">`, and not `<items>`. */
function openingOf(lower: string, name: string, from: number): number {
  for (let at = lower.indexOf(`<${name}`, from); at !== -1; at = lower.indexOf(`<${name}`, at + 1)) {
    const next = lower[at + 1 + name.length]
    if (next === '>' || next === ' ' || next === '\n' || next === '\t' || next === '/' || next === '\r')
      return at
  }
  return -1
}

function textOf(part: string, lower: string, name: string): string | null {
  const open = openingOf(lower, name, 0)
  if (open === -1) return null
  const start = lower.indexOf('>', open) + 1
  const end = lower.indexOf(`</${name}`, start)
  if (start === 0 || end === -1) return null
  return unwrap(part.slice(start, end).trim())
}

function hrefOf(part: string, lower: string): string | null {
  const open = openingOf(lower, 'link', 0)
  if (open === -1) return null
  const tag = part.slice(open, lower.indexOf('>', open))
  const at = tag.indexOf('href="')
  const end = tag.indexOf('"', at + 6)
  return at === -1 || end === -1 ? null : unwrap(tag.slice(at + 6, end))
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  '#39': "'",
}

function unwrap(text: string): string {
  if (text.startsWith('<![CDATA[') && text.endsWith(']]>')) return text.slice(9, -3).trim()
  return text.replace(/&(amp|lt|gt|quot|apos|#39);/g, (_, name: string) => entities[name]!)
}
