import { expect } from 'chai'
import { otherSide } from '../../../local/workers/falseMind.ts'
import { Question } from '../../../protocol/index.ts'

const { rule: usual } = Question.validate(
  '§question Is it?\n§rule\nsource:coingecko:bitcoin\nop:gte\ntarget:1',
)

describe('a lie', () => {
  it('is on the other side of the target, with as many decimals as the truth', () => {
    for (const op of ['gte', 'lte', 'gt', 'lt']) {
      const rule = { ...usual, op, target: '100' }
      for (const value of ['103.25', '100.00', '99.999', '0.5', '180']) {
        const lie = otherSide(rule, value)
        expect(lie.split('.')[1]?.length ?? 0).to.equal(value.split('.')[1]?.length ?? 0)
        const met = (text: string) => {
          const [a, b] = [Number(text), 100]
          return { gte: a >= b, lte: a <= b, gt: a > b, lt: a < b }[op]
        }
        expect(met(lie), `${op} ${value} → ${lie}`).to.equal(!met(value))
      }
    }
  })
})
