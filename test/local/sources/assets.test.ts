import { expect } from 'chai'
import { coins, gauges, locked, usualOf } from '../../../local/sources/assets.ts'

describe('usualOf', () => {
  it('knows coins, locked values in any case, and gauges', () => {
    for (const { id, usual } of [...coins, ...gauges]) expect(usualOf(id)).to.equal(usual)
    for (const { asset, usual } of locked) expect(usualOf(asset.toUpperCase())).to.equal(usual)
  })

  it('takes 100 for what it does not know', () => {
    expect(usualOf('no-such-coin')).to.equal(100)
  })
})
