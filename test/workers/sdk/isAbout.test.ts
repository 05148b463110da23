import { expect } from 'chai'
import { Hash, Wire } from '../../../protocol/index.ts'
import { isAbout } from '../../../workers/sdk/isAbout.ts'
import { cross, requestOf } from './workers.ts'

describe('isAbout', () => {
  const request = requestOf()
  const answer = { requestHash: Wire.requestHash(request), request, determination: true }
  const challenge = Wire.toChallengeRequest(request, cross, answer)

  it('takes the challenge that a round makes of the answer', () => {
    expect(isAbout(challenge, answer)).to.equal(true)
  })

  it('takes none that differs in a field or lacks one', () => {
    const { request_id, market_id, question, determination, ...bare } = challenge
    const changes = [
      { request_id: Hash.asRequestHash(`0x${'11'.repeat(32)}`) },
      { market_id: 8 },
      { question: 'Why?' },
      { determination: false },
    ]
    for (const change of changes) expect(isAbout({ ...challenge, ...change }, answer)).to.equal(false)
    expect(isAbout(bare, answer)).to.equal(false)
  })
})
