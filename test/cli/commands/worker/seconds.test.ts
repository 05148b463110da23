import { expect } from 'chai'
import { seconds } from '../../../../cli/commands/worker/seconds.ts'

describe('seconds', () => {
  it('takes seconds and parts of one, and nothing else', () => {
    expect([seconds('8'), seconds('0.001'), seconds('9999')]).to.deep.equal([8, 0.001, 9_999])
    for (const text of ['', '0', '-1', '1e3', '0.0001', '10000', 'never'])
      expect(() => seconds(text), text).to.throw('expected seconds')
  })
})
