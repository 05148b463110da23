import { Instant } from '../../protocol/index.ts'
import { readMarket } from '../../reading/Market.ts'
import { readFacts } from '../../reading/rule/readFacts.ts'
import * as Amounts from './Amounts.ts'
import { clausesOf } from './Clauses.ts'
import { daysIn } from './Days.ts'
import type { Comparison, EventSpec, Mention, Named, Period, Window } from './EventSpec.ts'
import { isExchanged } from './exchanged.ts'
import { coreOfText, isShortOf, namesIn } from './Names.ts'
import * as Quantity from './Quantity.ts'
import { sentencesOf } from './sentences.ts'
import { readTitle, type Title } from './Title.ts'
import * as Unit from './Unit.ts'
import { stems } from './Verbs.ts'

export type Asked = {
  readonly question: string
  readonly rules: string
  /** When the market was created; a hint for days without a year, as is the deadline of the contract. */
  readonly created: number | null
  readonly deadline: number | null
}

/** What a market asks, from its own words alone. No model is asked; what the words leave open is named. */
export function readEvent(asked: Asked): EventSpec {
  const { question, rules } = asked
  const title = readTitle(question)
  const sentences = sentencesOf(rules)
  const rejects = sentences.filter(isRejection)
  const deciding = sentences.filter((each) => !isRejection(each) && isDeciding(each))
  const names = readNames(question, deciding.join(' '), rules)
  const facts = readFacts(
    readMarket({
      question,
      resolution_rules: rules,
      ...createdAt(asked.created),
    }),
    { around: asked.deadline },
  )
  const comparison = readComparison(title, deciding, facts.condition, question)
  const mention = readMention(title, question, deciding, rejects)
  const period = readPeriod(question, rules)
  const spec = {
    question,
    rules,
    subject: subjectIn(names, title.subject),
    object: firstIn(names, title.rest),
    agent: agentIn(names, conditionOf(deciding[0] ?? '')),
    names,
    predicate: {
      quote: title.predicate,
      accepts: deciding.map(conditionOf),
      rejects: rejects.map(rejectedPart),
    },
    comparison: mention === null ? comparison : null,
    mention,
    negative: isNegativeEvent(title),
    requires: requirementOf(rules, comparison, period),
    window: readWindow(facts, question, rules, comparison !== null),
    created: asked.created,
    period,
    admitsReports:
      /credible|reporting|media|news/i.test(rules) ||
      !/\bsources?\b|according to|official|\bper\b|published/i.test(rules),
  } as const
  const titled = titledIn(asked, spec, facts)
  return { ...spec, titled, missing_fields: missingIn(spec, title, facts) }
}

type Facts = ReturnType<typeof readFacts>

/** The bound or the deadline of the title alone, where the rules have another. */
function titledIn(
  { question, created, deadline }: Asked,
  { comparison, window }: Pick<EventSpec, 'comparison' | 'window'>,
  { contradictions }: Facts,
): EventSpec['titled'] {
  const has = (code: string) => contradictions.some((each) => each.code === code)
  const isBound = has('bound_differs') && comparison !== null
  if (!isBound && !has('deadline_differs')) return null
  const alone = readFacts(readMarket({ question, resolution_rules: '', ...createdAt(created) }), {
    around: deadline,
  })
  const own = readWindow(alone, question, '', comparison !== null)
  return {
    ...(isBound ? { comparison: { ...comparison, op: other[comparison.op] } } : {}),
    ...(has('deadline_differs') && own.to !== null ? { window: { ...window, to: own.to } } : {}),
  }
}
const createdAt = (created: number | null) =>
  created === null ? {} : { created_at: Instant.format(created) }
/** The bound itself counts by the one and not by the other. */
const other = { gt: 'gte', gte: 'gt', lt: 'lte', lte: 'lt', eq: 'eq', between: 'between' } as const

const rejections =
  /(?:do(?:es)?|will|would|is|are|shall) ?(?:not|n't|n’t) (?:be )?(?:count|suffic|enough|qualif|considered|matter|included|a resolution source|amount|have any bearing)|(?:don|doesn|won|isn|aren)['’]t (?:count|suffice|enough|qualify|matter|be)|is no substitute|(?:excluded|excluding|disregarded|insufficient|not enough)|^not |, not | and not /i
const isRejection = (sentence: string): boolean =>
  rejections.test(sentence) && !/\bresolves? (?:to )?["“]?yes/i.test(sentence)
const isDeciding = (sentence: string): boolean =>
  /resolve|ja"|"yes"|means|sufficient|enough|refers to|defined as|count/i.test(sentence) ||
  sentence.length > 0

/** What a sentence says must hold: behind "if", without the outcome it leads to. */
function conditionOf(sentence: string): string {
  const at = sentence.search(/\b(?:if|wenn)\b/i)
  return at === -1 ? sentence : sentence.slice(at + 3)
}

const rejectedPart = (sentence: string): string => {
  const at = sentence.search(rejections)
  return at > 0 ? sentence.slice(0, at) : sentence
}

function readNames(question: string, deciding: string, rules: string): Named[] {
  const titled = namesOf(question)
  const ruled = namesOf(`${deciding} ${rules}`)
  const found: { quote: string; cores: string[][]; aliases: Set<string> }[] = []
  for (const quote of [...titled, ...ruled.filter((name) => isFull(name))]) {
    const core = coreOfText(quote)
    if (core.length === 0 || isWord(core)) continue
    const known = found.find(({ cores }) => cores.some((one) => isShortOf(core, one) || isShortOf(one, core)))
    if (known === undefined) found.push({ quote, cores: [core], aliases: new Set() })
    else if (!known.cores.some((one) => one.join(' ') === core.join(' '))) {
      known.cores.push(core)
      known.aliases.add(quote)
    }
  }
  const tickers = [...rules.matchAll(/([A-Z][\p{L} .&-]{1,60}?) \(([A-Z]{2,8})\)/gu)]
  for (const [, name, ticker] of tickers) addTicker(found, name!, ticker!)
  const works = new Set(quoted(question))
  return found.map(({ quote, cores, aliases }) => ({
    quote,
    cores,
    aliases: [...aliases],
    ...(works.has(quote) ? { isTitle: true } : {}),
  }))
}

/** "Pebble (PEBL)": either names the other. */
function addTicker(
  found: { quote: string; cores: string[][]; aliases: Set<string> }[],
  name: string,
  ticker: string,
): void {
  const cores = [namesIn(name).at(-1)?.core ?? coreOfText(name), [ticker.toLowerCase()]].map((core) => [
    ...core,
  ])
  const known = found.find((one) =>
    cores.some((core) => one.cores.some((each) => each.join(' ') === core.join(' '))),
  )
  if (known === undefined) return
  for (const core of cores)
    if (!known.cores.some((each) => each.join(' ') === core.join(' '))) known.cores.push(core)
  known.aliases.add(name).add(ticker)
}

const outcomes = new Set(['yes', 'no', 'ja', 'nein', 'otherwise'])
const isWord = (core: readonly string[]): boolean =>
  core.length === 1 && (outcomes.has(core[0]!) || core[0]!.length < 2)
const isFull = (name: string): boolean => name.includes(' ') || /[A-Z]{2}/.test(name)
const zones =
  /^(?:(?:PM|AM|Uhr) ?)?(?:ET|PT|CT|MT|UTC|GMT|CET|CEST|BST|MEZ|UK|EST|EDT|PST|PDT|PM|AM|IST|JST)(?: time)?$/
const namesOf = (text: string): string[] => [
  ...quoted(text),
  ...namesIn(text).flatMap(({ text }) => (zones.test(text) ? [] : [text])),
]
const quoted = (text: string): string[] =>
  [...text.matchAll(/["“]([^"“”]{1,80})["”]/g)].flatMap(([, words]) =>
    outcomes.has(words!.toLowerCase()) ? [] : [words!],
  )

/** "Quaychain's Basalt upgrade" is about Basalt: a name that owns gives way to the one it owns. */
function subjectIn(names: readonly Named[], text: string): Named | null {
  const owned = /^(.{2,60}?)(?:'s|’s|s'|s’) (.+)$/.exec(text)
  return (owned === null ? null : firstIn(names, owned[2]!)) ?? firstIn(names, text)
}

/** The name that a condition begins with: "if Ada Munro leaves …". */
function agentIn(names: readonly Named[], condition: string): Named | null {
  const start = condition.trim().replace(/^(?:the|a|an) /i, '')
  return (
    names.find(({ quote, aliases }) => [quote, ...aliases].some((form) => start.startsWith(form))) ?? null
  )
}

/** The name that stands first in a text, of those that do. */
function firstIn(names: readonly Named[], text: string): Named | null {
  let first: Named | null = null
  let least = text.length
  for (const name of names)
    for (const form of [name.quote, ...name.aliases]) {
      const at = text.indexOf(form)
      if (at === -1 || at >= least) continue
      least = at
      first = name
    }
  return first
}

type Condition = ReturnType<typeof readFacts>['condition']

function readComparison(
  title: Title,
  deciding: readonly string[],
  condition: Condition,
  question: string,
): Comparison | null {
  const { amount } = condition
  if (amount === null || amount.comparator === null) return null
  // A bare number that the title does not know is that of a docket or a clause.
  if (amount.in === 'rules' && amount.unit === null && Amounts.amountsIn(question).length === 0) return null
  // Rules speak of many numbers; only that of the sentence that decides is the threshold.
  if (amount.in === 'rules' && amount.unit !== 'rank' && !(deciding[0] ?? '').includes(ruleDigits(amount)))
    return null
  const value = Quantity.read(amount.value)
  if (value === null) return null
  const text = amount.in === 'question' ? question : deciding.join(' ')
  const own = Amounts.amountsIn(text).find((each) => Quantity.equals(each.value, value))
  return {
    op: amount.comparator,
    value,
    upper: amount.upper === null ? null : Quantity.read(amount.upper),
    unit: Unit.read(isJoin(own?.unit ?? null) ? nounBehind(text, own!.end) : (own?.unit ?? amount.unit)),
    of: measureWords(`${title.subject} ${title.predicate} ${deciding[0] ?? ''}`),
  }
}

/** "200 or more employees": what is counted stands behind the words that compare. */
const isJoin = (unit: string | null): boolean =>
  unit !== null &&
  /^(?:or|\+|and|to|-|in|on|at|by|of|for|from|during|after|before|this|next|the|a|an|as|with|within|when|since|until)$/.test(
    unit,
  )
const nounBehind = (text: string, end: number): string | null =>
  /^\s*(?:\+|or (?:more|fewer|less|higher|greater))\s*([\p{L}]{2,30})/u.exec(text.slice(end))?.[1] ?? null

const ruleDigits = ({ value }: { value: string }): string => {
  const [whole = ''] = value.split('.')
  return whole.length > 3 ? whole.slice(0, whole.length % 3 === 0 ? 3 : whole.length % 3) : value
}

const idle = new Set(
  `will be the a an of in on at by for to and or if is it this market resolve resolves yes no than more less least most above below over
  under report reports reported any as from with its first published`
    .trim()
    .split(/\s+/)
    .flatMap((word) => stems(word)),
)
export const measureWords = (text: string): string[] => [
  ...new Set(stems(text).filter((word) => word.length > 2 && !idle.has(word))),
]

const sayings =
  /\b(?:word|term|phrase)s? ["“]|\b(?:say|says|mention|mentions|utter|utters|use the (?:word|term)|uses the (?:word|term))\b/i

/** "Will the word “tariff” appear …": the words themselves are asked for. */
const worded = /\b(?:word|term|phrase)s? ["“]/i

function readMention(
  title: Title,
  question: string,
  deciding: readonly string[],
  rejects: readonly string[],
): Mention | null {
  if (!sayings.test(title.predicate) && !worded.test(title.subject)) return null
  const ruled = deciding.filter((each) => sayings.test(each)).flatMap(quoted)
  const words = ruled.length > 0 ? ruled : quoted(question)
  const named = words.length > 0 ? words : namesIn(title.rest).map(({ text }) => text)
  if (named.length === 0) return null
  const all = `${deciding.join(' ')} ${rejects.join(' ')}`
  const times = Amounts.amountsIn(`${title.predicate} ${deciding[0] ?? ''}`).find(
    ({ unit }) => unit === 'times' || unit === '+',
  )
  const adverb = /\b(twice|thrice)\b/i.exec(`${title.predicate} ${deciding[0] ?? ''}`)?.[1]?.toLowerCase()
  const least = times ?? Amounts.amountsIn(deciding[0] ?? '').find(({ unit }) => unit === 'or')
  const plural = /plural(?:s|(?: forms?)?) (?:also )?counts?|plurals?,? (?:and|or) possessives?/i.test(all)
  return {
    words: [...new Set(named.flatMap((word) => (plural ? [word, `${word}s`, `${word}es`] : [word])))],
    count:
      adverb !== undefined
        ? adverb === 'twice'
          ? 2
          : 3
        : least === undefined
          ? 1
          : Number(least.value.top / least.value.bottom),
    inCompounds: /compound[^.]{0,60}\bcounts?\b/i.test(all),
  }
}

const negatives =
  /\b(?:cancel|postpone|fail|miss|delay|voted? down|discontinue|delist|collapse|withdraw|reject)/i
function isNegativeEvent({ predicate, rest }: Title): boolean {
  // What the verb says, and not what it is done to: "resume withdrawals" is no withdrawal.
  const verb = `${predicate.slice(0, predicate.length - rest.length)} ${/^(?:down|or \S+)/.exec(rest)?.[0] ?? ''}`
  return negatives.test(rest === '' ? predicate : verb) || /\bnot\b/i.test(predicate)
}

function requirementOf(
  rules: string,
  comparison: Comparison | null,
  period: Period | null,
): EventSpec['requires'] {
  if (
    comparison !== null &&
    (period !== null || /publish|release|report|according to|shown|estimate/i.test(rules))
  )
    return 'published value'
  const announced =
    /announc[a-z]{1,5}[^.]{0,80}(?:suffic|enough|counts?\b)|announces that|officially announced/i.test(rules)
  const completed =
    /(?:announc[a-z]{1,8}|agreement|signing|intent)[^.]{0,60}(?:not|n't|n’t) (?:be )?(?:suffic|enough|count)|complete[ds]?|closed|in force|takes? effect/i.test(
      rules,
    )
  if (announced && !completed) return 'announced'
  return completed && !announced ? 'completed' : 'either'
}

function readPeriod(question: string, rules: string): Period | null {
  const text = `${question} ${rules}`
  const quarter =
    /\bQ([1-4]) (20[0-9]{2})\b/.exec(text) ??
    quarterInWords(/\b(first|second|third|fourth) quarter of (20[0-9]{2})\b/i.exec(text))
  if (quarter !== null) return { year: Number(quarter[2]), month: null, quarter: Number(quarter[1]) }
  const inTitle = daysIn(question).find(({ day, year }) => day === null && year !== null)
  const ofMonth = daysIn(rules).find(({ day, year }) => day === null && year !== null)
  const chosen =
    inTitle ?? (/\bfor [A-Z][a-z]{2,8}\b|\bin [A-Z][a-z]{2,8} 20/.test(question) ? ofMonth : undefined)
  return chosen === undefined ? null : { year: chosen.year!, month: chosen.month, quarter: null }
}
const ordinals = ['first', 'second', 'third', 'fourth']
const quarterInWords = (match: RegExpExecArray | null): string[] | null =>
  match === null ? null : ['', String(ordinals.indexOf(match[1]!.toLowerCase()) + 1), match[2]!]

function readWindow(
  { deadline, question, rules }: ReturnType<typeof readFacts>,
  asked: string,
  text: string,
  isValue: boolean,
): Window {
  if (deadline === null || deadline.place.in === 'end_date')
    return { from: null, to: null, zone: null, bound: 'by' }
  const mention = [...question.dates, ...rules.dates].find(({ start }) => start === deadline.place.start)
  const sameDay = rules.dates.filter(
    ({ month, day }) =>
      mention !== undefined && day !== null && month === mention.month && day === mention.day,
  )
  const named = deadline.place.in === 'rules' ? [deadline.place] : deadline.hasClock ? [] : sameDay
  const isScheduled = named.some((each) => isScheduledDay(text, each))
  const lead = (deadline.place.in === 'rules' ? text : asked).slice(0, deadline.place.start)
  const isOn = /\bon (?:the )?$/i.test(lead) && !deadline.hasClock
  return {
    from: deadline.opens ?? (isOn && isValue ? deadline.at - 86_340 : null),
    to: isScheduled ? null : deadline.at,
    zone: deadline.zone,
    bound: mention?.lead === 'before' ? 'before' : 'by',
  }
}

/** "scheduled for March 19", "in the June 2 election": a day on which something is due, or that names it, closes no window. */
function isScheduledDay(rules: string, { start, end }: { start: number; end: number }): boolean {
  const lead = rules.slice(Math.max(0, start - 60), start)
  // "in the council election of May 7": the day names what is decided, and results come later.
  const isDue =
    /(?:scheduled|expected|planned|due)\b[^.]{0,30}$|\b(?:election|vote|ballot|referendum|poll)s? of $/i.test(
      lead,
    )
  return isDue || (/\b(?:in|at|of|the) the $/i.test(lead) && /^ [a-z]{4,}/.test(rules.slice(end)))
}

const vague =
  /\b(?:be|go|become|do|perform|turn out|feel|look|considered)\b (?:[a-z]+ ){0,2}(?:success|successful|failure|well|badly|good|bad|better|worse|popular|great|happy|impressive|fine|disaster)\b/i
/** "Will it reach 40 °C", "Will it rain": no one does it, and the rules say what is measured, or name the rain itself and no doer. */
function isImpersonal(
  { rules, predicate, comparison }: Omit<EventSpec, 'missing_fields' | 'titled'>,
  title: Title,
) {
  if (!/^it\b/i.test(title.subject)) return false
  const clauses = clausesOf(rules).yes.filter((clause) => !pronouns.test(clause))
  const isMeasured = (clause: string) =>
    Amounts.amountsIn(clause).some(({ unit }) => physical.has(Unit.read(unit)?.kind ?? ''))
  if (
    clauses.some((clause) => (comparison !== null || isMeasured(clause)) && measureWords(clause).length > 1)
  )
    return true
  const asked = new Set(stems(predicate.quote).filter((word) => word.length > 3))
  return clauses.some((clause) =>
    clause.split(/\s+/).some((word, at, all) => {
      const isSaid = stems(word).some((each) => asked.has(each))
      return isSaid && namesIn(all.slice(0, at).join(' ')).length === 0
    }),
  )
}
const physical = new Set(['length', 'mass', 'speed', 'temperature', 'pressure', 'volume', 'power'])
const pronouns = /^(?:(?:it|them|they|he|she|him|her|something)\b|(?:this|that)(?: |$)(?![a-z]{3}))/i
/** "mention it": what is done is not said. "make it into the final" says it. */
const unnamed = /^(?:it|them|him|her|something)\b(?! (?:into|to|through|out|past|official|clear))/i

function missingIn(
  spec: Omit<EventSpec, 'missing_fields' | 'titled'>,
  title: Title,
  facts: ReturnType<typeof readFacts>,
): string[] {
  const missing: string[] = []
  if (spec.names.length === 0 && namesIn(clausesOf(spec.rules).yes.join(' ')).length === 0)
    missing.push('entity')
  if (unnamed.test(title.rest) || (pronouns.test(title.subject) && !isImpersonal(spec, title)))
    missing.push('event')
  if (spec.comparison === null && spec.mention === null && vague.test(title.predicate))
    missing.push('criteria')
  // The rules reader knows no numbers below zero.
  else if (spec.comparison === null && signed.test(`${spec.question} ${clausesOf(spec.rules).yes.join(' ')}`))
    missing.push('criteria')
  if (facts.contradictions.some(({ code }) => open.has(code)) || isExchanged(spec))
    missing.push('contradiction')
  return missing
}

/** "below -10 °C", "minus 4 percent", "below zero". */
const signed = /(?:^|[\s(])[-−–][0-9]|\b(?:minus|negative) [0-9]|\b(?:below|above|under|over) zero\b/i

/** Contradictions that leave no two readings to decide by. */
const open = new Set(['window_reversed', 'threshold_differs', 'direction_differs'])
