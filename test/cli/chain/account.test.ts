import { expect } from 'chai'
import { fromKey, signer, testAccount, testKey } from '../../../cli/chain/account.ts'
import { UsageError } from '../../../cli/terminal/failure.ts'

const keyEnv = 'CRESOLVER_ACCOUNT_TEST_KEY'
const [local, sepolia] = [31_337, 11_155_111]

describe('who signs', () => {
  afterEach(() => {
    delete process.env[keyEnv]
  })

  it('the test accounts are those that every local node funds', () => {
    expect(testAccount(0).address).to.equal('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')
    expect(testAccount(19).address).to.equal('0x8626f6940E2eb28930eFb4CeF49B2d1F2C9C1199')
    expect(testKey(0)).to.equal('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')
  })

  it('on a local chain: the account that is named, else the key of the environment, else the first', () => {
    expect(signer(local, { keyEnv }).address).to.equal(testAccount(0).address)
    process.env[keyEnv] = testKey(3)
    expect(signer(local, { keyEnv }).address).to.equal(testAccount(3).address)
    expect(signer(local, { keyEnv, account: 0 }).address).to.equal(testAccount(0).address)
    expect(signer(1_337, { keyEnv, account: 2 }).address).to.equal(testAccount(2).address)
  })

  it('on a public chain: only the key of the environment', () => {
    expect(() => signer(sepolia, { keyEnv })).to.throw(UsageError, `There is no key in ${keyEnv}.`)
    expect(() => signer(sepolia, { keyEnv, account: 0 })).to.throw(UsageError, 'chain 11155111 is public')
    process.env[keyEnv] = ''
    expect(() => signer(sepolia, { keyEnv })).to.throw(UsageError)
    process.env[keyEnv] = testKey(3)
    expect(signer(sepolia, { keyEnv }).address).to.equal(testAccount(3).address)
  })

  it('a key is 64 hex digits, with or without 0x, and blanks around it do not matter', () => {
    const digits = testKey(4).slice(2)
    for (const text of [digits, `0x${digits}`, ` 0x${digits.toUpperCase()}\n`])
      expect(fromKey(keyEnv, text).address).to.equal(testAccount(4).address)
  })

  it('error: what is no key is named by its variable, and not repeated', () => {
    const order = 'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141'
    for (const text of ['0'.repeat(64), order, 'f00d'.repeat(15), 'xy'.repeat(32), 'f00d'.repeat(17)]) {
      expect(() => fromKey(keyEnv, text))
        .to.throw(UsageError)
        .with.property('message')
        .that.includes(keyEnv)
        .and.does.not.match(/f00d|0000|ffff|xyxy/)
    }
  })
})
