import * as Address from './Address.ts'
import * as Text from './Text.ts'
import * as Topic from './Topic.ts'

/** How a worker met its challenges: which it answered, and what those answers bring of its evidence. */
export type Defence = {
  readonly asked: number
  readonly answered: number
  /** Mean quality of the answers given, 0–100. */
  readonly quality: number
  readonly addressed: number
}

/** What a defence can draw on. */
export type Matter = {
  readonly question: string
  /** The answer's own text. */
  readonly evidence: string
  /** What others found to be so: quotes that passed, or on auto rules the text beside a check that counts. */
  readonly found: readonly string[]
}

/** Without a challenge nobody could show anything: everyone gets the same. */
export const unasked = 50

/** For something that neither the question nor a challenge says; for facts of the own text; for facts that others found. */
export const points = { said: 20, own: 30, found: 50 } as const

/** One figure or name may be shared by chance, and two words say nothing yet. */
const factsNeeded = 2
const wordsNeeded = 3

/** Whether a response says anything at all. */
export const isAnswer = (response: string): boolean => sentencesOf(response).length > 0

const sentencesOf = (text: string): Text.Sentence[] => Text.sentences(Text.fold(text))

/** Responses in order; those beyond the challenges are left out, and an empty one is not an answer. */
export function read(
  challenges: readonly string[],
  responses: readonly string[],
  { question, evidence, found }: Matter,
): Defence {
  const echo = new Set([question, ...challenges].flatMap((text) => wordsOf(Text.fold(text))))
  const [own, backed] = [factsOf([evidence], echo), factsOf(found, echo)]
  const asked = challenges.length
  // A challenge that is copied back says nothing, also not to its grader.
  const copied = new Set(challenges.flatMap((challenge) => sentencesOf(challenge)).map(({ key }) => key))
  const seen = new Set<string>()
  let [answered, sum, addressed] = [0, 0, 0]
  for (const response of responses.slice(0, asked)) {
    if (!isAnswer(response)) continue
    answered++
    const sentences = sentencesOf(response).filter(({ key }) => !copied.has(key))
    if (Address.isScattered(Text.fold(response)) || sentences.some(Address.isAddressed)) {
      addressed++
      continue
    }
    const said = new Set(sentences.flatMap(({ folded }) => wordsOf(folded)).filter((word) => !echo.has(word)))
    const key = [...said].sort().join(' ')
    // The same words for two challenges answer one of them.
    if (!seen.has(key)) sum += quality(said, own, backed)
    seen.add(key)
  }
  const mean = answered === 0 ? 0 : Math.floor(sum / answered)
  return { asked, answered, quality: asked === 0 ? unasked : mean, addressed }
}

type Words = ReadonlySet<string>

function quality(said: Words, own: Words, backed: Words): number {
  if (said.size < wordsNeeded) return 0
  const shared = (facts: Words) => [...said].filter((word) => facts.has(word)).length >= factsNeeded
  return points.said + (shared(own) ? points.own : 0) + (shared(backed) ? points.found : 0)
}

/** The figures and names of some texts that are not in `echo`. */
function factsOf(texts: readonly string[], echo: Words): Words {
  const facts = new Set<string>()
  for (const raw of texts.flatMap((text) => text.match(token) ?? [])) {
    const [word] = wordsOf(Text.fold(raw))
    if (word !== undefined && !echo.has(word) && (isNumber(word) || Topic.isName(raw))) facts.add(word)
  }
  return facts
}

const token = /[A-Za-z0-9\u0080-\uffff]+/g

/** Content words and figures. */
const wordsOf = (folded: string): string[] =>
  Text.words(folded)
    .map(Topic.stem)
    .filter((word) => !Topic.isCommon(word) || isNumber(word))

const isNumber = (word: string): boolean => word.charCodeAt(0) >= 0x30 && word.charCodeAt(0) <= 0x39
