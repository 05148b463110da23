import { expect } from 'chai'
import { Status } from '../../../adapters/moltbook/index.ts'

describe('Status', () => {
  it('S0-66 S0-67 S0-68 C24: exactly five steps between statuses are legal', () => {
    const legal = Status.statuses.flatMap((from) =>
      Status.statuses.filter((to) => Status.isLegal(from, to)).map((to) => `${from} → ${to}`),
    )
    expect(legal).to.deep.equal([
      'open → resolved',
      'open → invalid',
      'resolved → settled',
      'resolved → invalid',
      'settled → finalized',
    ])
  })
})
