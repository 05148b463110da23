import * as Address from './Address.ts'
import * as Conclusion from './Conclusion.ts'
import * as Dates from './Dates.ts'
import * as Lexicon from './Lexicon.ts'
import * as Statement from './Statement.ts'
import * as Text from './Text.ts'
import * as Topic from './Topic.ts'

/**
 * What one reading of an answer's text finds, in counts. Two principles keep a text from talking to the rubric: what
 * speaks for an answer is counted only in sentences about the question, and once each; what speaks against it is counted
 * wherever it stands.
 */
export type Signals = {
  readonly words: number
  /** Different sentences about the question. */
  readonly relevant: number
  /** Of those, the ones that carry a figure or a citation. */
  readonly factual: number
  /** Different citation marks in them. */
  readonly citations: number
  /** Of those, the ones that name a day; and days near the deadline or near a day the question names. */
  readonly dated: number
  readonly timely: number
  /** Sentences that speak for the answer, by category: at most one hit each. */
  readonly pro: Lexicon.Hits
  /** Every hit of every category, in every sentence. */
  readonly contra: Lexicon.Hits
  /** Sentences about the question that report a finding, among the first ten of the text. */
  readonly early: number
  /** Whether one of the last sentences about the question draws a conclusion. */
  readonly concludes: boolean
  /** Whether a plain statement of the text says the opposite of the determination. */
  readonly contradicts: boolean
  /** Sentences said again, word for word. */
  readonly repeated: number
  /** Sentences that address a grader or a model. */
  readonly addressed: number
}

export type Context = {
  readonly topic: Topic.Topic
  /** The deadline's day, and the days that the question names. */
  readonly days: readonly Dates.Day[]
}

export function context(question: string, deadline: number | undefined): Context {
  const days = Dates.find(Text.words(Text.fold(question)))
  if (deadline !== undefined) days.push(Dates.ofUnix(deadline))
  return { topic: Topic.of(question), days }
}

/** A report within this many days of the date in question counts as timely. */
export const nearDays = 3
const earlySentences = 10
/** A sentence such as "all sources agree" belongs to the sentence about the question just before it. */
const reach = 2
/** Three words can say that sources agree, but not on what. */
const shortestRemark = 6

export function read(text: string, determination: boolean, { topic, days }: Context): Signals {
  const folded = Text.fold(text)
  const sentences = Text.sentences(folded)
  const seen = new Set<string>()
  const marks = new Set<number>()
  const pro = Lexicon.noHits()
  const contra = Lexicon.noHits()
  const count = {
    words: 0,
    relevant: 0,
    factual: 0,
    dated: 0,
    timely: 0,
    early: 0,
    repeated: 0,
    addressed: 0,
  }
  let lastRelevant = Number.NEGATIVE_INFINITY
  let lastConclusion = Number.NEGATIVE_INFINITY
  let contradicts = false
  for (const sentence of sentences) {
    const { index, words } = sentence
    count.words += words.length
    const hits = Lexicon.read(words)
    for (const category of Lexicon.index.categories) contra[category] += hits[category]
    if (Conclusion.of(words) === !determination) contradicts = true
    if (Address.isAddressed(sentence)) {
      count.addressed++
      continue
    }
    if (seen.has(sentence.key)) {
      count.repeated++
      continue
    }
    seen.add(sentence.key)
    if (!Statement.isPossible(sentence)) continue
    const statement = Statement.about(topic, sentence)
    if (statement === null) {
      if (index - lastRelevant > reach || words.length < shortestRemark) continue
      for (const category of attached) if (hits[category] > 0) pro[category]++
      continue
    }
    lastRelevant = index
    count.relevant++
    const said = Lexicon.read(statement.near)
    for (const category of Lexicon.index.categories) if (said[category] > 0) pro[category]++
    if (said.conclusion > 0) lastConclusion = index
    if (said.finding > 0 && index < earlySentences) count.early++
    for (const mark of sentence.citations) marks.add(mark)
    if (statement.isFactual) count.factual++
    const named = Dates.find(statement.near)
    if (named.length > 0) count.dated++
    if (named.some((day) => days.some((other) => Dates.distance(day, other) <= nearDays))) count.timely++
  }
  if (Address.isScattered(folded)) count.addressed++
  return {
    ...count,
    citations: marks.size,
    pro,
    contra,
    concludes: lastRelevant - lastConclusion <= reach,
    contradicts,
  }
}

const attached: readonly Lexicon.Category[] = ['corroboration', 'countercheck']
