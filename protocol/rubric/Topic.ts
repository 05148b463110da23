import * as Text from './Text.ts'

/**
 * What a question is about: its content words, and among them the names and figures that hardly occur by chance. A
 * sentence of an answer is about the question when it holds one of those names, or several of the other content words.
 */
export type Topic = { readonly words: ReadonlySet<string>; readonly names: ReadonlySet<string> }

export function of(question: string): Topic {
  const words = new Set<string>()
  const names = new Set<string>()
  let initials = ''
  for (const raw of question.match(token) ?? []) {
    const code = raw.charCodeAt(0)
    const isCapital = code >= 0x41 && code <= 0x5a
    const word = Text.fold(raw)
    const isCommon = word.length < 3 || common.has(word) || isYear(word)
    // "Lucknow Super Giants" is LSG from the second mention on.
    initials = isCapital && !isCommon ? initials + word[0]! : ''
    if (initials.length >= 3) names.add(initials)
    if (isCommon) continue
    words.add(word)
    if (isCapital || code >= 0x80 || (code >= 0x30 && code <= 0x39)) names.add(word)
    for (const ticker of tickers[word] ?? []) names.add(ticker)
  }
  return { words, names }
}

/** The first and the last word by which a sentence is about the question, or null when it is not. */
export function span(
  topic: Topic,
  sentence: readonly string[],
): readonly [first: number, last: number] | null {
  const { words, names } = topic
  const shared = new Set<string>()
  let isNamed = false
  let [first, last] = [-1, -1]
  for (let i = 0; i < sentence.length; i++) {
    const word = stem(sentence[i]!)
    const isName = names.has(word)
    if (!isName && !words.has(word)) continue
    // Once the subject is named, the other words no longer stretch the span.
    if (isName && !isNamed) first = last = i
    else if (isName || !isNamed) last = i
    if (first === -1) first = i
    isNamed ||= isName
    shared.add(word)
  }
  return isNamed || (first !== -1 && shared.size >= needed(words.size)) ? [first, last] : null
}

/** Two words of a short question are no accident; of a page of rules it takes more. */
const needed = (size: number): number => Math.min(size, 2 + Math.floor(size / 15))

export const covers = (topic: Topic, sentence: readonly string[]): boolean => span(topic, sentence) !== null

/** What markets call the assets that questions call by name. */
const tickers: Readonly<Record<string, readonly string[] | undefined>> = Object.assign(Object.create(null), {
  bitcoin: ['btc', 'btcusdt'],
  ethereum: ['eth', 'ethusdt'],
  solana: ['sol', 'solusdt'],
  dogecoin: ['doge', 'dogeusdt'],
  ripple: ['xrp', 'xrpusdt'],
})

/** "knicks'" and "trump's" name what "knicks" and "trump" name. */
const stem = (word: string): string => {
  const apostrophe = word.indexOf("'")
  return apostrophe === -1 ? word : word.slice(0, apostrophe)
}

const token = /[A-Za-z0-9\u0080-\uffff]+/g
const isYear = (word: string): boolean =>
  word.length === 4 && (word.startsWith('19') || word.startsWith('20')) && word >= '1900' && word < '2100'

/** Words that say nothing of a question's subject: grammar, the calendar, and the language of markets. */
const common = new Set(
  `a about above after all also am an and another any are as at be been before being below between both but by can come could
  did do does doing down during each either else end ends ever every few first following for from get give given go had has
  have he her here him his how i if in including into is it its just last least less like listed made make many may me more
  most much must my named new next no nor not now of off on once one only onto or other otherwise our out over own per please
  regardless said same say says see set shall she should since so some still such than that the their them then there these
  they this those through time to too two under until up upon us use used was we were what when where whether which while who
  whom whose why will with within without would yes yet you your
  january february march april june july august september october november december jan feb mar apr jun jul aug sep sept oct
  nov dec monday tuesday wednesday thursday friday saturday sunday et est edt utc gmt pst pdt pm am day days week month year
  date today tomorrow hour hours minute minutes
  market markets resolve resolves resolved resolution source sources question outcome official officially information
  according rules rule price qualify qualifying count counts event events report reports reporting credible consensus data
  game match vs versus win wins winner scheduled postponed canceled cancelled open remain remains entirely make makeup
  completed timeframe http https www com org net html metric op target manual creator origin created
  score scores scored scoring points goals release released reach reached rating evaluator system user assistant answer reply response instructions email subject
  content received charged card account invoice payment code`
    .split(/\s+/)
    .filter((word) => word !== ''),
)
