import { existsSync, readFileSync } from 'node:fs'
import { expect } from 'chai'
import { schema } from '../../../../cli/commands/eval/Case.ts'
import { evaluate } from '../../../../cli/commands/eval/evaluate.ts'
import type { Reader } from '../../../../cli/commands/eval/readers.ts'
import { recordedData } from '../../../helpers/skip.ts'

const file = `${process.env.CRESOLVER_DATA ?? ''}/freetext_dev.jsonl`
/** The half that the rules were built on; docs/evaluating.md has the figures of both. */
const cases = existsSync(file)
  ? readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .filter((_, i) => i % 2 === 0)
      .map((line) => schema.parse(JSON.parse(line)))
  : []

function measure(reader: Reader) {
  const lines = cases.map((one) => evaluate(reader, one))
  const decidable = lines.filter(({ truth }) => truth !== 'INVALID')
  const right = decidable.filter(({ verdict }) => verdict === 'right').length / decidable.length
  return { right, wrong: lines.filter(({ verdict }) => verdict === 'wrong').length / lines.length }
}

describe('evaluate, on the half of the cases that the rules were built on', () => {
  before(function () {
    if (cases.length === 0) recordedData(this)
  })
  const goals: [Reader, number, number][] = [
    ['facts', 0.9, 0.01],
    ['slip', 0.75, 0.01],
    ['typed', 0.55, 0.02],
    ['hostile', 0, 0.02],
    ['shared', 0, 0.08],
  ]
  for (const [reader, least, most] of goals)
    it(`FREETEXT §4: ${reader} readers: right of decidable ≥ ${least}, wrong ≤ ${most}`, () => {
      const { right, wrong } = measure(reader)
      expect(right).to.be.at.least(least)
      expect(wrong).to.be.at.most(most)
    })
})
