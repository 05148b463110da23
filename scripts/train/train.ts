import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { parseWeights } from '../../adapters/captcha/Weights.ts'
import { makeProblems, readProblems, toExamples } from './examples.ts'
import { type Example, fitWeights } from './fitWeights.ts'
import { type Judged, judge, showConfidence, summary } from './judge.ts'

const usage = `Usage: npm run train [-- --check | --weights]

Fits the weights of the solver of captchas to the problems in test/fixtures/captchas and writes them to
adapters/captcha/weights.txt; then says how well problems of groups that were left out are solved, and what each
family of features is worth.

  --weights  only write the weights
  --check    write nothing, and fail where the weights would be others
`

const file = new URL('../../adapters/captcha/weights.txt', import.meta.url)
const folds = 3
const made = 240

/** Families of features, by what they begin with. */
const families: Readonly<Record<string, RegExp>> = {
  'words as such':
    /^(?:(?:long )?\w+ (?:asked|askedPair) |(?:between|last|only|after|next|head1|around|drop[A-Z]\w+) )/,
  'what words do': /^[^:]*: /,
  'what is asked': /^(?!drop|none)(?:long )?\w+ (?:asked|askedPair|told)/,
  units: /^(?:kinds|goal|rates|likeness|\w+ likeness)/,
  repairs: /^drop (?:taken|again|asked later|begun|at once|before|label|as many)/,
  'what it comes to': /^(?:answer|\w+ (?:whole|grows|after))/,
}

function main(): number {
  const { values } = parseArgs({
    options: { check: { type: 'boolean' }, weights: { type: 'boolean' }, help: { type: 'boolean' } },
  })
  if (values.help === true) return say(usage)
  const files = ['written.jsonl', 'steps.jsonl', 'mixed.jsonl']
  const examples = toExamples([...files.flatMap((name) => readProblems(name)), ...makeProblems(made)])
  const text = toText(fitWeights(examples))
  if (values.check === true) {
    if (text === readFileSync(file, 'utf8')) return say('The weights are those of the problems.\n')
    say('The weights are not those of the problems: run npm run train -- --weights.\n')
    return 1
  }
  writeFileSync(file, text)
  say(`${examples.length} examples, ${text.split('\n').length - 1} features with a weight\n`)
  return values.weights === true ? 0 : report(examples)
}

const toText = (rows: ReadonlyMap<string, readonly number[]>): string =>
  [...rows].map(([feature, row]) => `${feature}\t${row.join(' ')}\n`).join('')

function report(examples: readonly Example[]): number {
  const parts = Array.from({ length: folds }, (_, fold) => leaveOut(examples, fold))
  say(
    `\nGroups left out, each of ${folds} parts in turn:\n  ${summary(parts.flat())}\n${showConfidence(parts.flat())}`,
  )
  say(`\nThe first part left out, and a family of features:\n  ${'none'.padEnd(18)} ${summary(parts[0]!)}\n`)
  for (const [name, family] of Object.entries(families))
    say(`  ${name.padEnd(18)} ${summary(leaveOut(examples, 0, (feature) => !family.test(feature)))}\n`)
  return 0
}

/** What is answered to one part of the groups by weights that were fitted to the others. */
function leaveOut(
  examples: readonly Example[],
  fold: number,
  isUsed: (feature: string) => boolean = () => true,
): Judged[] {
  const groups = [...new Set(examples.map(({ group }) => group))].sort()
  const out = new Set(groups.filter((_, i) => i % folds === fold))
  const weights = parseWeights(
    toText(
      fitWeights(
        examples.filter(({ group }) => !out.has(group)),
        isUsed,
      ),
    ),
  )
  return examples.filter(({ group }) => out.has(group)).map((example) => judge(example, weights))
}

function say(text: string): 0 {
  process.stdout.write(text)
  return 0
}

process.exitCode = main()
