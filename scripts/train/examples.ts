import { readFileSync } from 'node:fs'
import { readScenes } from '../../adapters/captcha/scenes.ts'
import { roleAt } from '../../adapters/captcha/units.ts'
import { randomFrom } from '../../local/random.ts'
import { makeProblem } from '../bench/captchaProblems.ts'
import { disfluent, fluent, type Rates } from '../bench/disfluent.ts'
import { type Damage, damages, obfuscate } from '../bench/obfuscate.ts'
import type { Example } from './fitWeights.ts'

/** A problem in plain words; null where a careful reader would not answer. */
export type Problem = { readonly text: string; readonly answer: string | null; readonly group: string }

const folder = new URL('../../test/fixtures/captchas/', import.meta.url)

/** The problems of a file; those of no named group are grouped by the words that decide in them. */
export function readProblems(name: string): Problem[] {
  const lines = readFileSync(new URL(name, folder), 'utf8').trim().split('\n')
  return lines.map((line) => {
    const { text, answer, group } = JSON.parse(line)
    return { text, answer, group: group ?? groupOf(text) }
  })
}

/** As many of those that a bench makes, so that there are many numbers in few wordings. */
export function makeProblems(size: number): Problem[] {
  const random = randomFrom(11)
  return Array.from({ length: size }, () => {
    const { text, answer } = makeProblem(random)
    return { text, answer, group: groupOf(text) }
  })
}

/** What is left of a text without its nouns and numbers: problems of one template are one group. */
function groupOf(text: string): string {
  const { tokens } = readScenes(text)[0]!
  const roles = tokens.map((_, at) => roleAt(tokens, at))
  const left = roles.filter((role) => role !== null && !plain.has(role))
  return left.filter((role, i) => role !== left[i - 1]).join(' ')
}

const plain: ReadonlySet<string> = new Set([
  'plain',
  'thing',
  'things',
  'number',
  'scale',
  'filler',
  'adjective',
])

/** The wordings of every problem: as it is, and several worse ones. */
const ways: readonly { readonly rates: Rates; readonly damage: Damage }[] = [
  { rates: fluent, damage: damages.none },
  { rates: { saidAgain: 0, takenBack: 0, junk: 3, unknown: 15 }, damage: damages.usual },
  { rates: { saidAgain: 25, takenBack: 20, junk: 2, unknown: 5 }, damage: damages.none },
  { rates: { saidAgain: 10, takenBack: 10, junk: 2, unknown: 30 }, damage: damages.none },
]

export function toExamples(problems: readonly Problem[]): Example[] {
  const random = randomFrom(17)
  return problems.flatMap(({ text, answer, group }) =>
    ways.map(({ rates, damage }) => {
      const told = obfuscate(disfluent(text, rates, random), damage, random)
      return { scene: readScenes(told)[0]!, answer, problem: text, group }
    }),
  )
}
