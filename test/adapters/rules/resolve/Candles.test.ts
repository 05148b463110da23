import { expect } from 'chai'
import { readCandles, within } from '../../../../adapters/rules/resolve/Candles.ts'

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

  it('counts empty lines, so that the line it names is the line of the file', () => {
    const csv = `${header}\n\n0,1,2,1,1,59999\n\n30000,1,2,1,1,89999`
    expect(() => readCandles(csv)).to.throw('line 5')
    expect(() => readCandles(`${header}\n\n0,1,1,2,1,59999`)).to.throw('line 3')
  })

  it('takes files from Windows, with a byte order mark and blanks around the names', () => {
    const { list } = readCandles(
      `\ufeff${header.replaceAll(',', ' , ').toUpperCase()}\r\n0,1,2,1,1,59999\r\n`,
    )
    expect(list).to.have.length(1)
  })

  it('says what is wrong and what to give', () => {
    const message = (csv: string) => {
      try {
        readCandles(csv)
        return ''
      } catch (error) {
        return (error as Error).message
      }
    }
    expect(message('open_time,open,high,low,close\n')).to.include('it lacks the column close_time')
    expect(message(header)).to.include('it has no candle')
    expect(message(`${header}\n0,1,2,1,-1,59999`)).to.include('a price is no decimal')
    expect(message(`${header}\n0,1,2,1,1e5,59999`)).to.include('a price is no decimal')
    expect(message(`${header}\nx,1,2,1,1,59999`)).to.include('a time is no number')
    expect(message(`${header}\n0,1,2`)).to.include('a price is no decimal')
    expect(message(`${header}\n0,1,2,1,1,59999\n60000,1,2,1,1,179999`)).to.include('not all of one length')
  })
})

describe('within', () => {
  const candles = (...starts: number[]) => ({
    length: 60,
    list: starts.map((start) => ({
      open_time: start,
      close_time: start + 59,
      open: '1',
      high: '1',
      low: '1',
      close: '1',
    })),
  })
  const look = (from: number, to: number, ...starts: number[]) => {
    const { inside, touching, isCovered } = within(candles(...starts), from, to)
    return {
      inside: inside.map((one) => one.open_time),
      touching: touching.map((one) => one.open_time),
      isCovered,
    }
  }

  it('tells candles inside a window from those that reach over its ends', () => {
    expect(look(60, 180, 0, 60, 120, 180)).to.deep.equal({
      inside: [60, 120],
      touching: [60, 120],
      isCovered: true,
    })
    expect(look(90, 180, 0, 60, 120, 180)).to.deep.equal({
      inside: [120],
      touching: [60, 120],
      isCovered: true,
    })
    expect(look(60, 181, 0, 60, 120, 180)).to.deep.equal({
      inside: [60, 120],
      touching: [60, 120, 180],
      isCovered: true,
    })
  })

  it('is not covered where a candle is missing, at its ends or between', () => {
    expect(look(0, 180, 0, 120).isCovered).to.equal(false)
    expect(look(0, 180, 60, 120).isCovered).to.equal(false)
    expect(look(0, 180, 0, 60).isCovered).to.equal(false)
    expect(look(600, 660, 0, 60)).to.deep.equal({ inside: [], touching: [], isCovered: false })
  })
})
