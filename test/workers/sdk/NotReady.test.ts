import { expect } from 'chai'
import { deadline, sampleQuestion } from '../../../local/samples/proof.ts'
import { Question, Wire } from '../../../protocol/index.ts'
import { awaitedOf, NotReadyError, notReadyBody, refuseEarly } from '../../../workers/sdk/NotReady.ts'

const ruleOf = (...lines: string[]) =>
  awaitedOf(
    Question.pose({
      question: ['§question ?', '§rule', ...lines, 'op:gte', 'target:5'].join('\n'),
      deadline,
    }),
  )

const refusal = (work: () => void): NotReadyError | null => {
  try {
    work()
    return null
  } catch (error) {
    return error as NotReadyError
  }
}

describe('refuseEarly', () => {
  const cases: [string, ReturnType<typeof ruleOf>, number][] = [
    ['coingecko', ruleOf('source:coingecko:bitcoin'), 3_900],
    ['defillama', ruleOf('source:defillama:aave'), 90_000],
    ['binance', ruleOf('source:binance:BTCUSDT'), 120],
    ['binance with a tolerance of its own', ruleOf('source:binance:BTCUSDT', 'tolerance:30'), 30],
  ]
  for (const [name, awaited, wait] of cases)
    it(`SPEC §1 §6: ${name}: doubt is not said before the provider must have spoken, Yes and No are`, () => {
      for (const now of [deadline, deadline + 1, deadline + wait - 1]) {
        expect(refusal(() => refuseEarly(awaited, 'INVALID', now))).to.be.instanceOf(NotReadyError)
        for (const outcome of ['YES', 'NO'] as const)
          expect(refusal(() => refuseEarly(awaited, outcome, now))).to.equal(null)
      }
      expect(refusal(() => refuseEarly(awaited, 'INVALID', deadline + wait))).to.equal(null)
    })

  const extremes: [string, ReturnType<typeof ruleOf>, number][] = [
    ['coingecko', ruleOf('source:coingecko:bitcoin', 'metric:price_usd_high'), 3_900],
    ['defillama', ruleOf('source:defillama:aave', 'metric:tvl_low'), 90_000],
    ['binance', ruleOf('source:binance:BTCUSDT', 'metric:price_low'), 120],
  ]
  for (const [name, awaited, wait] of extremes)
    it(`SPEC §1: ${name}: of a high or low nothing is said before its last candles are published`, () => {
      for (const outcome of ['YES', 'NO', 'INVALID'] as const) {
        expect(
          refusal(() => refuseEarly(awaited, outcome, deadline + wait - 1)),
          outcome,
        ).to.be.instanceOf(NotReadyError)
        expect(
          refusal(() => refuseEarly(awaited, outcome, deadline + wait)),
          outcome,
        ).to.equal(null)
      }
    })

  it('SPEC §6: asks the caller back when the time has come, and after 30 s at the latest', () => {
    const [, awaited] = cases[0]!
    const retryAt = (now: number) => refusal(() => refuseEarly(awaited, 'INVALID', now))!.retryAfter
    expect(retryAt(deadline)).to.equal(30)
    expect(retryAt(deadline + 3_890)).to.equal(10)
    expect(retryAt(deadline + 3_899.9)).to.equal(1)
  })

  it('has nothing to say where no number decides', () => {
    const manual = awaitedOf(Question.pose({ question: '§question ?\n§rule\nsource:manual', deadline }))
    expect(manual.rule).to.equal(null)
    expect(refusal(() => refuseEarly(manual, 'INVALID', deadline))).to.equal(null)
  })

  it('is read by gateways and the DON as what it is', () => {
    expect(Wire.readRefusal({ status: 503, body: notReadyBody }, true).reason).to.equal('not-ready')
    expect(sampleQuestion).to.include('coingecko')
  })
})
