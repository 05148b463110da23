import { longestText, solve } from '../../adapters/captcha/solve.ts'
import { randomFrom } from '../../local/random.ts'
import { makeProblem } from './captchaProblems.ts'
import { best, median, type Row, rounded } from './measure.ts'
import { type Damage, damages, obfuscate } from './obfuscate.ts'
import { readData } from './rubric.ts'

export const summary = 'challenges solved, left and got wrong, on real pairs and on made ones; time for each'

export type Counts = { right: number; none: number; wrong: number }

/** A real challenge with its answer; null where its text is ambiguous. */
type Pair = {
  readonly id: string
  readonly challenge_text: string
  readonly answer: string | null
  readonly label_tier: string
}

/** How many of so many made problems, damaged alike each time, are solved. */
export function solveMade(
  damage: Damage,
  count: number,
  seed: number,
  onWrong?: (text: string) => void,
): Counts {
  const random = randomFrom(seed)
  const outcome = { right: 0, none: 0, wrong: 0 }
  for (let i = 0; i < count; i++) {
    const { text, answer } = makeProblem(random)
    const challenge = obfuscate(text, damage, random)
    const verdict = judge(solve(challenge).answer, answer)
    outcome[verdict]++
    if (verdict === 'wrong') onWrong?.(challenge)
  }
  return outcome
}

/** No answer is right where there is none to give. */
export function judge(given: string | null, wanted: string | null): keyof Counts {
  if (given === wanted) return 'right'
  return given === null ? 'none' : 'wrong'
}

const trusted = ['server_confirmed', 'logged_verified', 'test_fixture']
const made = 2_000

export function rows(note: (text: string) => void): Row[] {
  const out: Row[] = []
  const add = (name: string, n: number, value: number, unit: string) =>
    out.push({ name, n, value: rounded(value), unit })
  const addOutcome = (name: string, { right, none, wrong }: Counts) => {
    const n = right + none + wrong
    add(`${name}, right`, n, right / n, 'share')
    add(`${name}, no answer`, n, none / n, 'share')
    add(`${name}, wrong`, n, wrong / n, 'share')
  }
  const pairs = readData<Pair>('challenges_dev.jsonl')
  if (pairs === null) note('CRESOLVER_DATA names no folder with challenges_dev.jsonl: real pairs are skipped')
  else {
    addOutcome(
      'trusted tiers',
      solvePairs(
        pairs.filter(({ label_tier }) => trusted.includes(label_tier)),
        note,
      ),
    )
    for (const [tier, members] of Object.entries(Object.groupBy(pairs, ({ label_tier }) => label_tier)))
      addOutcome(tier, solvePairs(members!, trusted.includes(tier) ? () => {} : note))
    addTimes(
      add,
      'real',
      pairs.map(({ challenge_text }) => challenge_text),
    )
  }
  for (const [name, damage] of Object.entries(damages))
    addOutcome(`made, damage ${name}`, solveMade(damage, made, 1))
  for (const [name, text] of Object.entries(hostile)) addTimes(add, name, [text])
  return out
}

function solvePairs(pairs: readonly Pair[], note: (text: string) => void): Counts {
  const outcome = { right: 0, none: 0, wrong: 0 }
  for (const { id, challenge_text, answer, label_tier } of pairs) {
    const given = solve(challenge_text)
    const verdict = judge(given.answer, answer)
    outcome[verdict]++
    if (verdict !== 'right')
      note(`${label_tier} ${id}: ${given.answer} where ${answer} is the label (${given.why})`)
  }
  return outcome
}

const hostile = {
  'as long as is read': 'tWeNtY '.repeat(longestText).slice(0, longestText),
  'one letter, as long as is read': 't'.repeat(longestText),
  'letters apart, as long as is read': 't e n '.repeat(longestText).slice(0, longestText),
  '100 kB': 'seventeen thirty '.repeat(6_000).slice(0, 100_000),
}

type Add = (name: string, n: number, value: number, unit: string) => void

/** The middle and the longest; each text's best of three, as other work on the machine can only add to it. */
function addTimes(add: Add, name: string, texts: readonly string[]): void {
  const times = texts.map((text) =>
    best(
      Array.from({ length: 3 }, () => {
        const start = performance.now()
        solve(text)
        return performance.now() - start
      }),
    ),
  )
  add(`${name}, time`, times.length, median(times), 'ms')
  if (times.length > 1) add(`${name}, longest time`, times.length, Math.max(...times), 'ms')
}
