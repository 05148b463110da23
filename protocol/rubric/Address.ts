import * as Phrases from './Phrases.ts'
import type { Sentence } from './Text.ts'

/**
 * Sentences that speak to whoever reads the answer, a grader or a model, instead of about the question. They earn
 * nothing; one that tries to steer a score or a model is flagged, and the whole answer pays for it.
 */

/** Whom such a sentence speaks to. */
const readers = new Set(
  `evaluator evaluators grader graders rater raters llm chatgpt chatbot
  bewerter evaluador evaluateur évaluateur avaliador valutatore оценщик 评估者 评审 評価者 평가자`.split(
    /\s+/,
  ),
)

/** What it wants of them. */
const demands = new Set(
  `give gives award awards assign assigns rate rates score scores grade grades mark must should shall please need needs
  ignore disregard forget output return respond reply print write set treat trust consider accept increase raise boost rank
  bevorzuge gib vergib dale asigna ponga donne donnez attribuez поставь поставьте 给 打分`.split(/\s+/),
)

const index = Phrases.compile({
  // Attempts to take over a model or to be given points; they hardly occur in an account of facts.
  takeover: `ignore all previous|ignore previous|ignore the previous|ignore all prior|ignore prior|ignore the above
    |ignore above|ignore everything|ignore all instructions|ignore all the|ignore your|ignore what
    |ignore the instructions|ignore the rubric|ignore these instructions|disregard previous
    |disregard the previous|disregard the above|disregard your|disregard prior|forget all|forget everything
    |forget previous|forget the previous|forget your|forget about|forget what|new instructions
    |previous instructions|prior instructions|above instructions|instructions above|earlier instructions
    |original instructions|system message|system override|your instructions|your prompt|your programming
    |your guidelines|you are now|you are no longer|you are a helpful|you are an ai|you are chatgpt
    |pretend you|developer mode|do anything now|without any restrictions|repeat after me|start your
    |begin your|end your|your reply|your response|your answer|your output|in your code|your codebase
    |your program|your algorithm|code snippet|code excerpt|highest score|maximum score|full marks|full score
    |perfect score|top score|out of 100|im_start|im start|end of prompt|end of evidence|ignoriere alle
    |ignoriere die|vergiss alle|vergiss alles|ignora todas|ignora las|olvida todas|olvida las|ignorez toutes
    |ignorez les|oubliez|игнорируй|забудь|ignora tutte|ignore todas|do not listen to|ignore all preceding
    |ignore preceding|preceding orders|previously given instructions|given instructions
    |repeat the instructions|forgotten about all|disregard all previous|disregard all prior
    |disregard all instructions|override the rubric|override your|override previous|ignore the other workers
    |score of 100|score 100|100 100|give this worker|give this answer|give this response|rate this answer
    |rate this worker|all dimensions|note to the evaluator|attention evaluator|dear evaluator
    |this answer deserves|this worker deserves|you must give|you must score|you must rate|you must award
    |you should give|you should score|you should award|please give|please award|please score
    |ignora las instrucciones|ignora todas las|ignorieren sie|vergessen sie|ignorez les instructions
    |puntuación máxima|puntuación de 100|höchste punktzahl|volle punktzahl|note maximale|pontuação máxima
    |punteggio massimo|максимальный балл|максимальную оценку|100 баллов|100 points|100 punkte|100 puntos`,
  // Names of the scores, as a forged score sheet names them.
  sheet: `resolution quality|source quality|analysis depth|reasoning clarity|evidence strength|bias awareness|res quality
    |src quality|resquality|srcquality|analysisdepth|resolutionquality|sourcequality|reasoningclarity|evidencestrength
    |biasawareness|composite score`,
})

/** The same attempts with the spaces taken out, for texts that scatter their letters. Long enough not to arise by chance. */
const squashed = [
  'ignoreallprevious',
  'ignorepreviousinstructions',
  'ignorethepreviousinstructions',
  'disregardallprevious',
  'disregardprevious',
  'forgetallprevious',
  'forgeteverything',
  'sourcequality100',
  'resolutionquality100',
  'analysisdepth100',
  'reasoningclarity100',
  'evidencestrength100',
  'givemaximumscore',
  'givefullmarks',
  'givethisworker',
  'givethisanswer',
  '忽略',
  '无视',
  '忽視',
  '無視して',
  '무시하',
]

/** Whether a sentence addresses a grader or a model. */
export function isAddressed(sentence: Sentence): boolean {
  const hits = Phrases.count(index, sentence.words)
  if (hits.takeover > 0 || (hits.sheet > 0 && hasDigit(sentence.key))) return true
  if (isForgedWorker(sentence)) return true
  let toWhom = false
  let what = false
  for (const word of sentence.words) {
    if (readers.has(word)) toWhom = true
    else if (demands.has(word)) what = true
  }
  return toWhom && what
}

/** Whether a sentence speaks to its reader at all. That is no offence, but an account of facts has no "you". */
export const isSpokenTo = (sentence: Sentence): boolean => sentence.words.some((word) => you.has(word))

const you = new Set([
  'you',
  'your',
  'yours',
  'yourself',
  "you're",
  "you'll",
  "you've",
  'please',
  'hi',
  'dear',
])

/** Whether a text hides such an attempt by scattering its letters or by a script without spaces. */
export function isScattered(folded: string): boolean {
  const letters = folded.replace(/[^a-z0-9\u0080-\uffff]+/g, '')
  return squashed.some((phrase) => letters.includes(phrase))
}

/** "worker 2: …", "w3 scores", "[system]", "assistant:": a line that pretends to be another part of a prompt. */
function isForgedWorker(sentence: Sentence): boolean {
  const [first, second] = sentence.words
  if (first === undefined) return false
  const start = sentence.folded.trimStart()
  if (first === 'worker' && second !== undefined && isNumber(second)) return true
  if (first.length <= 3 && first.startsWith('w') && isNumber(first.slice(1))) return true
  const role = first === 'system' || first === 'assistant' || first === 'user' || first === 'developer'
  if (!role) return false
  const opener = start.charCodeAt(0)
  // "[system]", "<system>", "### system", "{"role"…", or "system:".
  const isMarked = opener === 0x5b || opener === 0x3c || opener === 0x23 || opener === 0x7b
  return isMarked || start.startsWith(`${first}:`) || start.startsWith(`${first} :`)
}

function isNumber(word: string): boolean {
  return word !== '' && word.length <= 3 && hasOnlyDigits(word)
}

function hasOnlyDigits(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code < 0x30 || code > 0x39) return false
  }
  return true
}

function hasDigit(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code >= 0x30 && code <= 0x39) return true
  }
  return false
}
