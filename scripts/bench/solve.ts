import { readFileSync } from 'node:fs'
import { longestText, solve, sure } from '../../adapters/captcha/solve.ts'
import { randomFrom } from '../../local/random.ts'
import { makeProblem } from './captchaProblems.ts'
import { disfluent, fluent, type Rates } from './disfluent.ts'
import { best, median, type Row, rounded } from './measure.ts'
import { type Damage, damages, obfuscate } from './obfuscate.ts'
import { readData } from './rubric.ts'

export const summary =
  'captchas: how often the best answer is right, how often it is sure and wrong; time for each'

/** Of so many problems with an answer the best was right; of all, so many were sure, and so many of those wrong. */
export type Counts = { answered: number; right: number; all: number; sure: number; wrong: number }

/** Null where a text has no answer. */
export type Problem = { readonly text: string; readonly answer: string | null }

/** A recorded challenge. */
type Pair = {
  readonly id: string
  readonly challenge_text: string
  readonly answer: string | null
  readonly label_tier: string
}

export function count(
  problems: Iterable<Problem>,
  onWrong: (problem: Problem, given: string) => void = () => {},
): Counts {
  const counts = { answered: 0, right: 0, all: 0, sure: 0, wrong: 0 }
  for (const problem of problems) {
    const { best: given, confidence, why } = solve(problem.text)
    const isRight = given === problem.answer
    counts.all++
    if (problem.answer !== null) counts.answered++
    if (problem.answer !== null && isRight) counts.right++
    if (confidence >= sure) counts.sure++
    if (confidence >= sure && !isRight) counts.wrong++
    if (problem.answer !== null && !isRight) onWrong(problem, `${given} (${why})`)
  }
  return counts
}

/** Made problems, the same for a seed. */
export function* madeProblems(damage: Damage, size: number, seed: number): Generator<Problem> {
  const random = randomFrom(seed)
  for (let i = 0; i < size; i++) {
    const { text, answer } = makeProblem(random)
    yield { text: obfuscate(text, damage, random), answer }
  }
}

/** Problems that no weight was fitted to and no rule was mended by. */
export const keptProblems = (): Problem[] =>
  readFileSync(new URL('../../test/fixtures/captchas/kept.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

const stumbles: Readonly<Record<string, { rates: Rates; damage: Damage }>> = {
  'as they are': { rates: fluent, damage: damages.none },
  damaged: { rates: fluent, damage: damages.usual },
  'said again and taken back': { rates: { ...fluent, saidAgain: 15, takenBack: 15 }, damage: damages.none },
  'with unknown words': { rates: { ...fluent, unknown: 30 }, damage: damages.none },
  'all of it': { rates: { saidAgain: 8, takenBack: 8, junk: 3, unknown: 15 }, damage: damages.usual },
}

/** How problems that were kept back are solved, as they are and worded worse. */
export function keptRows(): Row[] {
  const problems = keptProblems()
  return Object.entries(stumbles).flatMap(([name, { rates, damage }]) => {
    const random = randomFrom(5)
    const told = problems.map(({ text, answer }) => ({
      text: obfuscate(disfluent(text, rates, random), damage, random),
      answer,
    }))
    return countRows(`kept back, ${name}`, count(told))
  })
}

function countRows(name: string, { answered, right, all, sure: certain, wrong }: Counts): Row[] {
  const share = (what: string, part: number, n: number): Row => ({
    name: `${name}, ${what}`,
    n,
    value: n === 0 ? 0 : rounded(part / n),
    unit: 'share',
  })
  return [
    share('best right', right, answered),
    share('sure', certain, all),
    share('wrong of the sure', wrong, certain),
  ]
}

const trusted = ['server_confirmed', 'logged_verified', 'test_fixture']
const made = 2_000

export function rows(note: (text: string) => void): Row[] {
  const out: Row[] = keptRows()
  const pairs = readData<Pair>('challenges_dev.jsonl')
  if (pairs === null) note('CRESOLVER_DATA names no folder with challenges_dev.jsonl: real pairs are skipped')
  else {
    const problemsOf = (members: readonly Pair[]) =>
      members.map(({ challenge_text: text, answer }) => ({ text, answer }))
    const isTrusted = ({ label_tier }: Pair) => trusted.includes(label_tier)
    out.push(...countRows('trusted tiers', count(problemsOf(pairs.filter(isTrusted)))))
    for (const tier of new Set(pairs.map(({ label_tier }) => label_tier))) {
      const members = pairs.filter(({ label_tier }) => label_tier === tier)
      const onWrong = ({ text, answer }: Problem, given: string) => {
        const { id } = members.find(({ challenge_text }) => challenge_text === text)!
        note(`${tier} ${id}: ${given} where ${answer} is the label`)
      }
      out.push(...countRows(tier, count(problemsOf(members), onWrong)))
    }
    out.push(
      ...timeRows(
        'real',
        pairs.map(({ challenge_text }) => challenge_text),
      ),
    )
  }
  for (const [name, damage] of Object.entries(damages))
    out.push(...countRows(`made, damage ${name}`, count(madeProblems(damage, made, 1))))
  for (const [name, text] of Object.entries(hostile)) out.push(...timeRows(name, [text]))
  return out
}

const hostile = {
  'as long as is read': 'tWeNtY '.repeat(longestText).slice(0, longestText),
  'one letter, as long as is read': 't'.repeat(longestText),
  'letters apart, as long as is read': 't e n '.repeat(longestText).slice(0, longestText),
  'numbers, as long as is read': 'six, two, '.repeat(longestText).slice(0, longestText),
  '100 kB': 'seventeen thirty '.repeat(6_000).slice(0, 100_000),
}

/** The middle and the longest; each text's best of three, as other work on the machine can only add to it. */
function timeRows(name: string, texts: readonly string[]): Row[] {
  const times = texts.map((text) =>
    best(
      Array.from({ length: 3 }, () => {
        const start = performance.now()
        solve(text)
        return performance.now() - start
      }),
    ),
  )
  const row = (what: string, value: number): Row => ({
    name: `${name}, ${what}`,
    n: times.length,
    value: rounded(value),
    unit: 'ms',
  })
  return [row('time', median(times)), ...(times.length > 1 ? [row('longest time', Math.max(...times))] : [])]
}
