import { expect } from 'chai'
import fc from 'fast-check'
import { refusals } from '../../../adapters/signer/Message.ts'
import { refusalOf, sentences } from '../../../adapters/signer/Policy.ts'
import { Address, Hash } from '../../../protocol/index.ts'

const now = 1_000_000
const fundId = `eip155:31337:0x${'ab'.repeat(20)}`
const address = Address.of(`0x${'cd'.repeat(20)}`)
const digest = Hash.ofText('digest')
const rules = {
  funds: [fundId],
  subjectTypes: ['CLAIM' as const],
  limits: { lifetimeSeconds: 900, perMinute: 2, perDay: 3 },
  address,
}
const draft = {
  subjectType: 'CLAIM' as const,
  subjectHash: Hash.ofText('claim'),
  fundId,
  epochId: 1,
  expiresAt: now + 900,
  nonce: 1,
}
const refused = (
  changes: object = {},
  times: readonly number[] = [],
  nonces = new Map<number, Hash.Hash>(),
) => refusalOf({ ...draft, ...changes }, digest, rules, { nonces, times }, now)

describe('refusalOf', () => {
  it('S3-37 lets pass what the config names', () => {
    expect(refused()).to.equal(null)
    expect(refused({ validator: address, expiresAt: now + 1 })).to.equal(null)
  })

  it('S3-37 refuses other types, funds, validators and times, in this order', () => {
    expect(refused({ subjectType: 'INTENT', fundId: 'x', expiresAt: 0 })).to.equal('type-not-allowed')
    expect(refused({ fundId: 'x', expiresAt: 0 })).to.equal('fund-not-allowed')
    expect(refused({ validator: `0x${'00'.repeat(20)}`, expiresAt: 0 })).to.equal('another-validator')
    expect(refused({ expiresAt: now })).to.equal('expired')
    expect(refused({ expiresAt: now + 901 })).to.equal('lives-too-long')
  })

  it('lets a nonce be used again for the same digest alone, whatever the limits', () => {
    const full = [now, now, now]
    expect(refused({}, full, new Map([[1, digest]]))).to.equal(null)
    expect(refused({}, [], new Map([[1, Hash.ofText('other')]]))).to.equal('nonce-used')
    expect(refused({}, full, new Map([[2, digest]]))).to.equal('rate-limited')
  })

  it('counts a minute and a day to the second', () => {
    expect(refused({}, [now - 59, now])).to.equal('rate-limited')
    expect(refused({}, [now - 60, now])).to.equal(null)
    expect(refused({}, [now - 86_399, now - 70, now - 65])).to.equal('rate-limited')
    expect(refused({}, [now - 86_400, now - 70, now - 65])).to.equal(null)
  })

  it('property: finds the same as counting all times would', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: now - 90_000, max: now })), (given) => {
        const times = given.toSorted((a, b) => a - b)
        const since = (seconds: number) => times.filter((at) => at > now - seconds).length
        const isLimited = since(60) >= 2 || since(86_400) >= 3
        expect(refused({}, times)).to.equal(isLimited ? 'rate-limited' : null)
      }),
    )
  })

  it('has a sentence for each refusal', () => {
    expect(Object.keys(sentences)).to.have.members([...refusals])
  })
})
