import { randomFrom } from '../../local/random.ts'

/** A rule that names where its answer is read, and the registrable domain of that. Written on 2026-11-19, after the reader. */
export type MadeSource = { readonly question: string; readonly description: string; readonly domain: string }

const syllables = 'ba dor fen gal hin jor kel lum mar nor pel ras sil tor ven wil zan'.split(' ')
const endings = ['com', 'org', 'net', 'io', 'gov', 'co.uk', 'com.au', 'de', 'example.org']
const hosts = ['', 'www.', 'data.', 'results.', 'en.']
const paths = ['', '/', '/results', '/2027/final?view=table', '/a/b#latest']
const citing: readonly ((address: string) => string)[] = [
  (address) => `The resolution source for this market is ${address}.`,
  (address) => `The primary resolution source will be the official page (${address}).`,
  (address) => `This market will resolve according to the figure published at ${address}.`,
  (address) => `Resolution source: ${address}`,
  (address) => `The results as reported by the organisers (${address}) will be used to resolve this market.`,
  (address) =>
    `The outcome will be determined by the table at ${address}; a consensus of credible reporting may also be used.`,
  (address) => `This market resolves based on the official list, available at ${address}.`,
]
const before = [
  '',
  'You can read more about that here: https://news.decoy.example.com/story.\n\n',
  'The event was announced in March (see: https://press.decoy.example.net/a).\n\n',
]
const body = [
  'This market will resolve to "Yes" if the Velden Cup is won by the home side by May 9, 2027, 11:59 PM ET. Otherwise, it will resolve to "No".',
  'This market will resolve to "Yes" if the count is at least 40 on June 3, 2027, 6:00 PM UTC. Otherwise, this market will resolve to "No".',
  'Resolves to "Yes" if the strike ends by April 30, 2027, 11:59 PM ET, and to "No" otherwise.',
]

/** So many of them, the same ones for the same seed. */
export function madeSources(count: number, seed: number): MadeSource[] {
  const below = randomFrom(seed)
  const one = <item>(items: readonly item[]): item => items[below(items.length)]!
  return Array.from({ length: count }, () => {
    const name = `${one(syllables)}${one(syllables)}${one(syllables)}`
    const ending = one(endings)
    const domain = ending === 'example.org' ? ending : `${name}.${ending}`
    const address = `https://${one(hosts)}${name}.${ending}${one(paths)}`
    return {
      question: 'Will it end as expected in 2027?',
      description: `${one(before)}${one(body)}\n\n${one(citing)(address)}`,
      domain,
    }
  })
}
