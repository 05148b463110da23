import { expect } from 'chai'
import { parseEther } from 'viem'
import { currencyFields, parseBet, spell } from '../../../../cli/commands/bet/book.ts'

const ether = { token: null, symbol: 'ETH', decimals: 18 }
const coin = { token: '0x5FbDB2315678afecb367f032d93F642f64180aa3', symbol: 'COIN', decimals: 6 } as const

describe('what bets are counted in', () => {
  it('ether as people write it, a token without a unit', () => {
    expect(parseBet(ether, '0.5 ETH')).to.equal(parseEther('0.5'))
    expect(parseBet(coin, '12.5')).to.equal(12_500_000n)
  })

  it('more decimals than the token has are refused with how many it has', () => {
    expect(() => parseBet(coin, '0.0000001')).to.throw(/"0.0000001"[\s\S]*at most 6 decimals/)
    expect(() => parseBet(coin, '-1')).to.throw(/Cannot read "-1"/)
  })

  it('amounts are spelled with their unit', () => {
    expect(spell(coin, 12_500_000n)).to.equal('12.5 COIN')
    expect(currencyFields(ether)).to.deep.equal({ token: null, symbol: 'ETH', decimals: 18 })
  })
})
