import { expect } from 'chai'
import { isPlain, quick, rows, state, statementOf } from '../../../scripts/bench/events.ts'
import { skipFor } from '../../helpers/skip.ts'

const market = {
  question: 'Will Alder Marine acquire Tolland Ropes by June 30?',
  description: 'This market will resolve to "Yes" if Alder Marine acquires Tolland Ropes by June 30, 2026.',
  createdAt: '2026-01-10T00:00:00Z',
  endDate: '2026-06-30T00:00:00Z',
  outcomes: ['Yes', 'No'],
}

describe('bench events', () => {
  it('states a title as fact, without its deadline', () => {
    expect(statementOf(market.question)).to.equal('Alder Marine did acquire Tolland Ropes.')
    expect(statementOf('Will the festival be cancelled by May 3?')).to.equal('The festival was cancelled.')
  })

  it('S2-113: a page that states the title as fact decides, by the readers and by code alone', () => {
    expect(state(market).outcome).to.equal('YES')
    expect(state(market, null).outcome).to.equal('YES')
    expect(
      state({ ...market, question: 'Will they do it again?', description: 'Resolves Yes if so.' }).outcome,
    ).to.equal('INVALID')
  })

  it('leaves out what is no question of yes or no', () => {
    expect(isPlain(market)).to.equal(true)
    expect(isPlain({ ...market, outcomes: ['Up', 'Down'] })).to.equal(false)
  })

  it('S2-113: at least 70 % of the recorded markets of yes and no are decided so', function () {
    if (process.env.CRESOLVER_DATA === undefined)
      skipFor(this, 'CRESOLVER_DATA is not set, and this reads recorded data')
    const found = new Map(rows(() => {}, quick).map(({ name, value }) => [name, value]))
    expect(found.get('decided YES by the title as fact')).to.be.at.least(0.7)
    expect(found.get('decided NO by the title as fact')).to.be.at.most(0.01)
  })
})
