import { expect } from 'chai'
import { tablesOf } from '../../../scripts/demo/tablesOf.ts'
import { cast, ended, money } from './records.ts'

describe('tablesOf', () => {
  const text = tablesOf([ended(1), ended(2, 'lie')], money, cast)
  const lines = text.split('\n')
  const row = (start: string, from = '') =>
    lines
      .slice(lines.findIndex((line) => line.startsWith(from)))
      .find((line) => line.trimStart().startsWith(start))!

  it('tells each market with its outcome, and what the round had said where that differs', () => {
    expect(text).to.contain('market 1: Market 1?\n').and.to.contain('The source says 75000.5.')
    expect(lines.filter((line) => line.includes('after the round had said NO'))).to.have.length(1)
  })

  it('has a row for each worker, with amounts in ETH, and marks who is struck', () => {
    expect(
      row('agent 1', 'market 2')
        .split(/\s{2,}/)
        .join('|'),
    ).to.contain('turncoat|NO, struck|70/70/70|5|0.1|0.1')
    expect(row('agent 1', 'market 1')).to.not.contain('struck')
  })

  it('has a row for each agent that drew no seat', () => {
    const told = ended(1)
    told.undrawn.push({ agentId: 5, stake: 10n ** 17n, paid: 10n ** 17n })
    const [line] = tablesOf([told], money, cast)
      .split('\n')
      .filter((one) => one.startsWith('agent 5'))
    expect(line!.split(/\s{2,}/).join('|')).to.equal('agent 5|honest (aap)|no seat|0.1|0.1')
  })

  it('sums up gas by step and in all', () => {
    const gas = lines.findIndex((line) => line.trimStart().startsWith('gas'))
    expect(lines[gas]).to.match(
      /create\s+join\s+request\s+draw\s+report\s+challenge\s+settle\s+finalize\s+feedback\s+claim\s+leave\s+all/,
    )
    const numbers = lines.slice(gas).find((line) => line.includes('market 1'))!
    expect(numbers.match(/\d+/g)).to.deep.equal(['1', '100', '23', ...Array(9).fill('0'), '123'])
  })

  it('compares what a round took with what the engine allows', () => {
    expect(text).to.match(
      /market 1\s+3\s+3 of \d+\s+4 of \d+\s+2 of \d+\s+\d+ of \d+ B\s+1200 of \d+ B\s+13 ms/,
    )
  })

  it('ends with where the money went', () => {
    expect(lines.at(-1)).to.equal(
      'money: 0.51 ETH came in; 0.3 to workers, 0.1 to the creator, 0.1 to the sentinel, 0.01 to the treasury; 0 is left. Bets: 0.4 to who was right.',
    )
  })
})
