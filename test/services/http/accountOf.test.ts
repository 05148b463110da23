import { expect } from 'chai'
import { accountOf } from '../../../services/http/accountOf.ts'

const key = '59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'

describe('accountOf', () => {
  it('takes 32 bytes in hex, with and without 0x', () => {
    for (const text of [key, `0x${key}`, ` ${key}\n`])
      expect(accountOf(text)?.address).to.equal('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')
  })

  it('takes nothing else for a key', () => {
    for (const text of [
      '',
      key.slice(1),
      `${key}0`,
      `0x${'00'.repeat(32)}`,
      `0x${'ff'.repeat(32)}`,
      `0X${key}`,
    ])
      expect(accountOf(text), text).to.equal(null)
  })
})
