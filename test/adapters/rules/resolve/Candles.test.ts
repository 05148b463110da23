import { expect } from 'chai'
import { readCandles } from '../../../../adapters/rules/index.ts'

const hour = 3_600_000

describe('readCandles', () => {
  const header = 'open_time,open,high,low,close,close_time'

  it('takes columns in any order, and microseconds', () => {
    const { length, list } = readCandles(
      `close_time,low,high,open,close,open_time\n1772323199999999,1,4,2,3,1772319600000000`,
    )
    expect(length).to.equal(hour)
    expect(list[0]).to.include({ open: '2', high: '4', low: '1', close: '3', open_time: 1772319600000 })
  })

  it('takes Binance’s own files, which have no header', () => {
    const { list } = readCandles('1772319600000,2,4,1,3,10,1772323199999,20,5,6,7,0\n')
    expect(list).to.deep.equal([
      { open_time: 1772319600000, open: '2', high: '4', low: '1', close: '3', close_time: 1772323199999 },
    ])
    expect(() => readCandles('1772319600000,2,4,1,3,10,1772323199999\nx')).to.throw('line 2')
  })

  it('refuses by line what no exchange would write', () => {
    for (const [csv, line] of [
      ['', 1],
      [header, 2],
      [`${header}\n0,1,2,1,x,59999`, 2],
      [`${header}\n0,1,2,1,1,59999\n30000,1,2,1,1,89999`, 3],
      [`${header}\n0,1,1,2,1,59999`, 2],
      [`${header}\n0,1,2,1,1,59999\n60000,1,2,1,1,100000`, 3],
    ] as const)
      expect(() => readCandles(csv))
        .to.throw(`line ${line}`)
        .with.property('name', 'Rules.CandlesError')
  })
})
