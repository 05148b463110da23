import { Issue, Question } from '../../protocol/index.ts'

/** How a market is shown: what it belongs to, and its picture. */
export type Card = Pick<Question.Question, 'event' | 'category' | 'picture'>

const none: Card = { event: null, category: null, picture: null }
const block = /(?:^|\n)```\r?\n(§question [\s\S]*?)\r?\n```/

/** The card of a question; of one that cannot be read there is nothing to show. */
export function cardOf(raw: string): Card {
  const { issues, event, category, picture } = Question.parse(raw)
  return issues.some(Issue.isError) ? none : { event, category, picture }
}

/** The card of the market that a post is about: its § text stands in it as a block. */
export function cardIn(content: string): Card {
  const raw = block.exec(content)?.[1]
  return raw === undefined ? none : cardOf(raw)
}

export type Group<one> = { readonly event: string | null; readonly all: readonly one[] }

/** What belongs to one event stands together, in the order of its first; what belongs to none comes last. */
export function byEvent<one>(list: readonly one[], eventOf: (item: one) => string | null): Group<one>[] {
  const groups = new Map<string | null, one[]>()
  for (const item of list) {
    const event = eventOf(item)
    const known = groups.get(event)
    if (known === undefined) groups.set(event, [item])
    else known.push(item)
  }
  const found = [...groups].map(([event, all]) => ({ event, all }))
  return found.sort((a, b) => Number(a.event === null) - Number(b.event === null))
}
