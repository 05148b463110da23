import { expect } from 'chai'
import fc from 'fast-check'
import * as Trace from '../../../services/http/Trace.ts'

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const spanId = '00f067aa0ba902b7'

describe('Trace', () => {
  it('reads what W3C Trace Context writes', () => {
    expect(Trace.read(`00-${traceId}-${spanId}-01`)).to.deep.equal({ traceId, spanId, isSampled: true })
    expect(Trace.read(`00-${traceId}-${spanId}-00`)?.isSampled).to.equal(false)
    // A later version may say more; what is known of it is read.
    expect(Trace.read(`cc-${traceId}-${spanId}-03-what-is-new`)?.traceId).to.equal(traceId)
  })

  for (const [what, header] of [
    ['nothing', undefined],
    ['an empty one', ''],
    ['the version that is none', `ff-${traceId}-${spanId}-01`],
    ['more than version 00 has', `00-${traceId}-${spanId}-01-more`],
    ['a trace of zeros', `00-${'0'.repeat(32)}-${spanId}-01`],
    ['a step of zeros', `00-${traceId}-${'0'.repeat(16)}-01`],
    ['capitals', `00-${traceId.toUpperCase()}-${spanId}-01`],
    ['a line break', `00-${traceId}-${spanId}-01\n`],
  ] as const)
    it(`takes ${what} for no trace`, () => expect(Trace.read(header)).to.equal(null))

  it('what is handed on is read as it was, and a next step stays in its trace', () => {
    const first = Trace.start()
    expect(Trace.read(Trace.toHeader(first))).to.deep.equal(first)
    const second = Trace.next(first)
    expect(second.traceId).to.equal(first.traceId)
    expect(second.spanId).to.not.equal(first.spanId)
    expect(Trace.start().traceId).to.not.equal(first.traceId)
  })

  it('all who have a part in a round say the same trace id, in either spelling of the market', () => {
    const round = { chainId: 31_337, market: `0x${'Ab'.repeat(20)}`, marketId: 7, round: 1 }
    const { traceId: id } = Trace.ofRound(round)
    expect(id).to.match(/^[0-9a-f]{32}$/)
    expect(Trace.ofRound({ ...round, market: round.market.toLowerCase() }).traceId).to.equal(id)
    for (const other of [{ chainId: 1 }, { marketId: 8 }, { round: 2 }, { market: `0x${'00'.repeat(20)}` }])
      expect(Trace.ofRound({ ...round, ...other }).traceId).to.not.equal(id)
  })

  it('no text makes it throw, and what it reads it writes', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const trace = Trace.read(text)
        if (trace !== null) expect(Trace.read(Trace.toHeader(trace))).to.deep.equal(trace)
      }),
    )
  })
})
