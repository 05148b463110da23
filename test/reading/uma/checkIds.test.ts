import { expect } from 'chai'
import { addressIn, checkIds, type Known } from '../../../reading/uma/checkIds.ts'
import { conditionIdOf, negRiskAdapter } from '../../../reading/uma/ids.ts'
import { board } from '../../helpers/uma.ts'

const id = (byte: string) => `0x${byte.repeat(32)}`
const adapter = `0x${'6f'.repeat(20)}`
const check = (around: object, more: Partial<Known> = {}) =>
  checkIds({
    around: around as Known['around'],
    questionId: id('01'),
    boards: [board],
    requester: null,
    timestamp: null,
    asked: new Uint8Array(),
    ...more,
  })
const holds = (around: object, more: Partial<Known> = {}) =>
  Object.fromEntries(check(around, more).checks.map(({ field, holds }) => [field, holds]))

describe('checkIds', () => {
  it('AUDIT D6: a given question id holds, or does not, under each of its names', () => {
    for (const field of ['questionID', 'questionId', 'question_id', 'query_id', 'negRiskRequestID']) {
      expect(holds({ [field]: id('01') }), field).to.deep.equal({ [field]: true })
      expect(holds({ [field]: id('02') }), field).to.deep.equal({ [field]: false })
    }
    expect(check({ questionID: id('02') }).checks).to.deep.equal([
      { field: 'questionID', given: id('02'), computed: id('01'), holds: false },
    ])
  })

  it('who asked is not said: nothing is known of the id', () => {
    expect(holds({ questionID: id('01') }, { questionId: null })).to.deep.equal({ questionID: null })
  })

  it('AUDIT D6: a condition holds with the oracle that is named, or with the board where it is the adapter', () => {
    const ofBoard = conditionIdOf(board, id('01'))
    const ofAdapter = conditionIdOf(adapter, id('01'))
    expect(check({}).condition_id).to.equal(ofBoard)
    expect(holds({ conditionId: ofBoard })).to.deep.equal({ conditionId: true })
    expect(holds({ conditionId: ofAdapter })).to.deep.equal({ conditionId: null })
    expect(holds({ conditionId: ofAdapter, resolvedBy: adapter })).to.deep.equal({ conditionId: true })
    expect(holds({ conditionId: id('09'), resolvedBy: adapter })).to.deep.equal({ conditionId: false })
    expect(holds({ condition_id: ofAdapter }, { requester: adapter })).to.deep.equal({ condition_id: true })
  })

  it('AUDIT D6: of a NegRisk market the request’s id is the data’s, and the question’s own is its market’s', () => {
    const own = `0x${'7a'.repeat(31)}03`
    const market = `0x${'7a'.repeat(31)}00`
    const condition = conditionIdOf(negRiskAdapter, own)
    const around = {
      negRisk: true,
      questionID: own,
      negRiskMarketID: market,
      negRiskRequestID: id('01'),
      conditionId: condition,
    }
    expect(holds(around)).to.deep.equal({ negRiskRequestID: true, questionID: true, conditionId: true })
    expect(holds({ ...around, questionID: id('03'), conditionId: id('04') })).to.deep.equal({
      negRiskRequestID: true,
      questionID: false,
      conditionId: false,
    })
    expect(holds({ negRisk: true, conditionId: condition })).to.deep.equal({ conditionId: null })
  })

  it('a request of the oracle is known where its requester and its time are', () => {
    expect(check({}).request_id).to.equal(null)
    const more = { requester: adapter, timestamp: 1_736_462_185 }
    const { request_id } = check({}, more)
    expect(request_id).to.match(/^0x[0-9a-f]{64}$/)
    expect(holds({ requestId: request_id }, more)).to.deep.equal({ requestId: true })
    expect(check({ identifier: 'NUMERICAL' }, more).request_id).not.to.equal(request_id)
  })

  it('takes addresses alone for addresses', () => {
    expect(addressIn({ a: 'x', b: board.toUpperCase().replace('0X', '0x') }, ['a', 'b'])).to.equal(board)
    expect(addressIn({ a: 7 }, ['a'])).to.equal(null)
  })
})
