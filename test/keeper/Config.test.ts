import { expect } from 'chai'
import { parseEther, parseGwei } from 'viem'
import { checkConfig, readConfig } from '../../keeper/Config.ts'
import { readSecrets } from '../../keeper/startKeeper.ts'

describe('the config of a keeper', () => {
  const least = { market: `0x${'AB'.repeat(20)}`, rpcUrl: 'http://127.0.0.1:8545', keyEnv: 'KEEPER_KEY' }
  const check = (value: unknown) => checkConfig(value, { file: 'keeper.yaml' })

  it('needs a market, a node and a key, and knows the rest', () => {
    const config = check(least)
    expect(config.budget).to.deep.equal({
      ...{ perDay: parseEther('0.05'), perCall: parseEther('0.01') },
      ...{ maxFee: parseGwei('50'), maxTip: parseGwei('2') },
    })
    expect(config.turns).to.deep.equal({ place: 1, of: 1, patience: 3 })
    expect([config.feedback, config.sending.most, config.binaryMarket]).to.deep.equal([true, 8, undefined])
  })

  it('has an example that is right', () => {
    expect(readConfig('keeper/examples/keeper.yaml')).to.include({ keyEnv: 'KEEPER_KEY' })
  })

  const wrong: [string, object, string][] = [
    ['no node', { ...least, rpcUrl: undefined }, 'rpcUrl'],
    ['no key', { ...least, keyEnv: undefined }, 'keyEnv'],
    ['a key written down', { ...least, keyEnv: `0x${'11'.repeat(32)}` }, 'keyEnv'],
    ['money as a number', { ...least, budget: { perDay: 0.05 } }, 'budget.perDay'],
    ['a budget of nothing', { ...least, budget: { perDay: '0' } }, 'budget.perDay'],
    ['a call dearer than a day', { ...least, budget: { perCall: '1' } }, 'budget.perCall'],
    ['a place that is not there', { ...least, turns: { place: 3, of: 2 } }, 'turns.place'],
    ['a word that nobody knows', { ...least, budgets: 1 }, 'the file'],
  ]
  for (const [what, value, field] of wrong) {
    it(`says which field is wrong: ${what}`, () => {
      expect(() => check(value))
        .to.throw()
        .that.has.property('fields')
        .that.includes(field)
    })
  }

  it('takes the key from the environment, says whose it is, and never repeats it', () => {
    const key = `0x${'11'.repeat(32)}`
    const { account } = readSecrets(check(least), { KEEPER_KEY: key })
    expect(account.address).to.match(/^0x[0-9a-fA-F]{40}$/)
    for (const value of ['', '0x12', `${key}1`]) {
      let message = ''
      try {
        readSecrets(check(least), { KEEPER_KEY: value })
      } catch (error) {
        message = String(error)
      }
      expect(message).to.contain('KEEPER_KEY').and.to.not.contain(key)
    }
  })
})
