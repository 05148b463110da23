import { expect } from 'chai'
import { readReceipt } from '../../../adapters/moltbook/Captcha.ts'

describe('a challenge', () => {
  const verification = {
    verification_code: 'moltbook_verify_abc',
    challenge_text: 'A lobster…',
    expires_at: '2026-02-20T12:05:00.000Z',
  }
  const expiresAt = Date.parse(verification.expires_at) / 1_000

  for (const [where, body] of [
    ['at the top', { success: true, id: 'x1', verification }],
    ['in the post', { success: true, post: { id: 'x1', verification } }],
    ['in the comment', { success: true, comment: { id: 'x1', verification } }],
    ['in the submolt', { success: true, id: 'x1', submolt: { verification } }],
    ['in data', { success: true, data: { post: { id: 'x1', verification } } }],
    ['flat', { success: true, id: 'x1', ...verification }],
  ] as const)
    it(`S0-43 C59: is found ${where}`, () => {
      expect(readReceipt(body, 0)).to.deep.equal({
        id: 'x1',
        challenge: { code: 'moltbook_verify_abc', text: 'A lobster…', expiresAt },
        isPending: true,
      })
    })

  it('C59: success with verification_status pending and no challenge is not published', () => {
    const { challenge, isPending } = readReceipt(
      { success: true, post: { id: 'x', verification_status: 'pending' } },
      0,
    )
    expect([challenge, isPending]).to.deep.equal([null, true])
  })

  it('without a time of expiry there are five minutes', () => {
    const { challenge } = readReceipt({ ...verification, expires_at: null }, 1_000)
    expect(challenge?.expiresAt).to.equal(1_300)
  })

  it('a reply with a list of any length is read', () => {
    const body = { id: 'x1', list: Array.from({ length: 300_000 }, () => 0), verification }
    expect(readReceipt(body, 0).challenge?.code).to.equal('moltbook_verify_abc')
  })

  it('a reply without end is given up', () => {
    let deep: unknown = verification
    for (let i = 0; i < 5_000; i++) deep = { deep }
    expect(readReceipt(deep, 0)).to.deep.equal({ id: null, challenge: null, isPending: false })
  })
})
