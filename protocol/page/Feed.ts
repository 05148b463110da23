/** Whether a page is a feed, by the first element of its XML. */
export function isFeed(raw: string): boolean {
  const start = raw.slice(0, longestProlog)
  const match = /<[a-zA-Z][a-zA-Z:]{0,15}/.exec(start)
  return match !== null && ['<rss', '<feed', '<rdf:rdf'].includes(match[0].toLowerCase())
}

const longestProlog = 10_000
