import { expect } from 'chai'
import { fail, needMore, pass } from '../../../adapters/participant/Judgement.ts'
import type { Seen } from '../../../adapters/participant/reproduce.ts'

describe('a judgement', () => {
  it('S3-34 passes as sure as the source repeated it', () => {
    const seen = {
      by: 'REPRODUCED',
      reproductions: 1,
      detail: 'Again.',
      assumptions: ['One.'],
    } as unknown as Seen
    expect(pass(seen)).to.deep.equal({
      verdict: 'PASS',
      reason: 'REPRODUCED',
      detail: 'Again.',
      confidence: 0.75,
      assumptions: ['One.'],
    })
    expect(pass({ ...seen, reproductions: 0 }).confidence).to.equal(0.5)
    expect(pass({ ...seen, reproductions: 3 }).confidence).to.equal(0.9375)
  })

  it('S3-29 fails for certain, unless it says how sure it is', () => {
    expect(fail('HASH_MISMATCH', 'Other.')).to.deep.include({
      verdict: 'FAIL',
      confidence: 1,
      assumptions: [],
    })
    expect(fail('NOT_REPRODUCED', 'Other.', 0.75).confidence).to.equal(0.75)
  })

  it('S3-35 is sure of nothing while evidence is missing', () => {
    expect(needMore('MISSING_EVIDENCE', 'None.')).to.deep.include({
      verdict: 'NEED_MORE_EVIDENCE',
      reason: 'MISSING_EVIDENCE',
      confidence: 0,
    })
  })
})
