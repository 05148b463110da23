import { expect } from 'chai'
import { Question, Resolver } from '../../protocol/index.ts'

const ruleOf = (...lines: string[]) => Question.validate(['§question Q', '§rule', ...lines].join('\n')).rule
const btc = ['source:binance:BTCUSDT', 'op:gte', 'target:1']

describe('Resolver', () => {
  it('C146: is served by the account of its name, in any case, and by no other', () => {
    for (const account of ['soothsayer', 'SoothSayer'])
      expect(Resolver.isServedBy('soothsayer', account)).to.equal(true)
    for (const account of ['sooth', 'soothsayer2', '', 'HypeWatcher'])
      expect(Resolver.isServedBy('soothsayer', account), account).to.equal(false)
    expect(Resolver.isServedBy('brevis:zktls', 'brevis')).to.equal(false)
    expect(Resolver.isServedBy(null, 'anyone')).to.equal(true)
  })

  it('C146 E12: one whom nobody serves is a warning', () => {
    expect(Resolver.warning(ruleOf(...btc, 'resolver:Brevis:zkTLS'))).to.include({
      code: 'PROOFS_ONLY',
      severity: 'warning',
    })
    expect(Resolver.warning(ruleOf('source:manual', 'resolver:brevis:zktls'))!.code).to.equal(
      'UNSERVED_RESOLVER',
    )
    for (const rule of [
      ruleOf(...btc),
      ruleOf(...btc, 'resolver:soothsayer'),
      ruleOf('source:manual', 'resolver:soothsayer'),
    ])
      expect(Resolver.warning(rule)).to.equal(null)
  })
})
