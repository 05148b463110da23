import * as z from 'zod'
import * as Bytes from './Bytes.ts'
import * as Citation from './Citation.ts'
import * as Hash from './Hash.ts'

/**
 * Who looks for whose citations, and what comes of it: drawn by lot from the round's own signatures, decided by heads. It is
 * testimony: it finds pages and quotes that are made up, not a page that its author owns. See docs/protocol.md, "Reproductions".
 */

/** What a checker says of an item: found, not on a page that answered, or could not tell. */
export type Finding = 'p' | 'f' | 'u'

/** How many check an item at most, and how many items one checks at most. */
export const limits = { checkers: 3, items: 8 } as const

/** What a defence says of the items it was asked for: one character each. */
export const schema = z.string().regex(/^[pfu]{0,8}$/, 'expected p, f or u for each item')

/** An admitted answer, as far as the lot needs it. */
export type Cited = {
  readonly citations: readonly Citation.Citation[]
  /** null where it is unsigned. */
  readonly signature: string | null
  readonly responseHash: Hash.Hash
}

/** One page and quote, who cite it, and who were drawn to look for it: workers by their places in the round. */
export type Item = Citation.Citation & {
  readonly hash: Hash.Hash
  readonly authors: readonly number[]
  readonly checkers: readonly number[]
}

/** All that is looked for in a round, in ascending order of the items' hashes. */
export type Lot = readonly Item[]

/**
 * What the lot is drawn by: the signatures of all admitted answers in seat order, and the hash of an answer that is unsigned.
 * Nobody knows it before the last answer is in; who gives that one, together with a gateway, can try several.
 */
export function seedOf(answers: readonly (Cited | null)[]): Uint8Array {
  const parts = answers.flatMap((answer) =>
    answer === null ? [] : [Bytes.fromHex((answer.signature ?? answer.responseHash) as Bytes.Hex)],
  )
  return Hash.rawOfBytes(Bytes.concat(...parts))
}

/**
 * Draws who looks for what. One answer a place; null for a worker without an admitted one, who neither cites nor checks. What an
 * address says itself nobody looks for: it fails.
 *
 * @example
 * const citation = { url: 'https://www.nasa.gov/launches', quote: 'lifted off at 12:04 UTC' }
 * const answer = (text, citations) => ({ citations, signature: null, responseHash: Hash.ofText(text) })
 * const lot = Reproduction.draw([answer('a', [citation]), null, answer('b', []), answer('c', [citation])])
 * lot[0].authors // [0, 3]
 * lot[0].checkers // [2]
 */
export function draw(answers: readonly (Cited | null)[]): Lot {
  const seed = seedOf(answers)
  const load = answers.map(() => 0)
  return itemsOf(answers).map((item) => {
    const key = Hash.rawOfBytes(Bytes.concat(seed, Bytes.bytes32(item.hash)))
    const able = answers.flatMap((answer, i) =>
      answer === null || item.authors.includes(i) || load[i]! >= limits.items ? [] : [i],
    )
    const checkers = able
      .sort((a, b) => key[a]! - key[b]! || a - b)
      .slice(0, limits.checkers)
      .sort((a, b) => a - b)
    for (const i of checkers) load[i]!++
    return { ...item, checkers }
  })
}

function itemsOf(answers: readonly (Cited | null)[]): Omit<Item, 'checkers'>[] {
  const items = new Map<Hash.Hash, Citation.Citation & { hash: Hash.Hash; authors: number[] }>()
  answers.forEach((answer, i) => {
    for (const { url, quote } of answer?.citations ?? []) {
      // Whoever looked would find it, and it would prove nothing.
      if (Citation.isEcho({ url, quote })) continue
      const hash = Citation.itemHash({ url, quote })
      const item = items.get(hash) ?? { url, quote, hash, authors: [] }
      if (!item.authors.includes(i)) item.authors.push(i)
      items.set(hash, item)
    }
  })
  return [...items.values()].sort((a, b) => (a.hash < b.hash ? -1 : 1))
}

/** What one worker is asked to look for: no word of who cites it. */
export const listFor = (lot: Lot, place: number): Citation.Citation[] =>
  lot.flatMap(({ url, quote, checkers }) => (checkers.includes(place) ? [{ url, quote }] : []))

/** What a round's reproductions come to for one worker. */
export type Testimony = {
  /** One verdict for each of its citations, in the reply's order. */
  readonly citations: readonly Citation.Verdict[]
  /** Of the items it checked, how many passed or failed, and of how many of these it said the same. */
  readonly decided: number
  readonly agreed: number
}

/** What stands for a worker without an admitted answer. */
export const none: Testimony = { citations: [], decided: 0, agreed: 0 }

/** What stands for one whose answer came when the lot was drawn: nobody looked for what it cites. An echo fails all the same. */
export const open = (citations: readonly Citation.Citation[]): Testimony => ({
  ...none,
  citations: citations.map((citation) => (Citation.isEcho(citation) ? 'f' : 'o')),
})

/**
 * Decides every citation by heads: it passes if more than half of its drawn checkers found it, fails if more than half did not,
 * and stays open otherwise. What a checker leaves out it could not tell. An echo fails without a checker: its own bytes show that it
 * proves nothing. `lot` is what `draw` makes of the same answers.
 *
 * @example
 * const citation = { url: 'https://www.nasa.gov/launches', quote: 'lifted off at 12:04 UTC' }
 * const answer = (text, citations) => ({ citations, signature: null, responseHash: Hash.ofText(text) })
 * const answers = [answer('a', [citation]), answer('b', []), answer('c', []), answer('d', [])]
 * const testimonies = Reproduction.judge(answers, Reproduction.draw(answers), [null, 'p', 'p', 'f'])
 * testimonies[0].citations // ['p']
 * testimonies[3] // { citations: [], decided: 1, agreed: 0 }
 */
export function judge(
  answers: readonly (Cited | null)[],
  lot: Lot,
  said: readonly (string | null)[],
): Testimony[] {
  const findings = lot.map(() => new Map<number, Finding>())
  answers.forEach((_, place) => {
    const asked = lot.flatMap(({ checkers }, k) => (checkers.includes(place) ? [k] : []))
    asked.forEach((k, at) => {
      findings[k]!.set(place, findingAt(said[place] ?? '', at))
    })
  })
  const verdicts = findings.map((of) => verdictOf([...of.values()]))
  // What is no item is an echo.
  const verdictOn = ({ url, quote }: Citation.Citation) =>
    verdicts[lot.findIndex((item) => item.url === url && item.quote === quote)] ?? 'f'
  return answers.map((answer, place) => {
    if (answer === null) return none
    const checked = findings.flatMap((of, k) => {
      const finding = of.get(place)
      return finding === undefined || verdicts[k] === 'o' ? [] : [finding === verdicts[k]]
    })
    return {
      citations: answer.citations.map(verdictOn),
      decided: checked.length,
      agreed: checked.filter((isSame) => isSame).length,
    }
  })
}

const findingAt = (said: string, at: number): Finding =>
  said[at] === 'p' || said[at] === 'f' ? said[at] : 'u'

/**
 * The verdict on one item, by what its drawn checkers said: more than half of all of them, not of those who could tell.
 *
 * @example
 * Reproduction.verdictOf(['p', 'p', 'u']) // 'p'
 * Reproduction.verdictOf(['p', 'f']) // 'o'
 * Reproduction.verdictOf([]) // 'o'
 */
export function verdictOf(findings: readonly Finding[]): Citation.Verdict {
  const count = (one: Finding) => findings.filter((finding) => finding === one).length
  if (2 * count('p') > findings.length) return 'p'
  return 2 * count('f') > findings.length ? 'f' : 'o'
}
