import { expect } from 'chai'
import { Wire } from '../../../protocol/index.ts'
import {
  fitAnswer,
  fitEvidence,
  fitResponses,
  isSourceSize,
  UnwritableAnswerError,
} from '../../../workers/sdk/fit.ts'

const reply = { determination: true, confidence: 0.5, evidence: 'Because.', sources: ['https://a.example'] }

describe('fit', () => {
  it('leaves an answer alone that fits', () => {
    expect(fitEvidence(reply)).to.equal(reply)
  })

  it('cuts evidence to its limit, between characters', () => {
    for (const character of ['x', 'ä', '€', '🜛', '"', '\u0001']) {
      const { evidence } = fitEvidence({ ...reply, evidence: character.repeat(9_000) })
      const size = Buffer.byteLength(JSON.stringify(evidence)) - 2
      expect(size, character).to.be.at.most(Wire.limits.evidence)
      expect(evidence).to.match(/…$/).and.not.include('\uFFFD')
    }
  })

  it('leaves room for the longest signature', () => {
    const sources = Array.from({ length: 8 }, () => 'x'.repeat(128))
    const fitted = fitAnswer({ ...reply, sources, evidence: 'x'.repeat(4_096) })
    const attestation = {
      signer: `0x${'f'.repeat(40)}`,
      signature: `0x${'f'.repeat(130)}`,
      request_hash: `0x${'f'.repeat(64)}`,
    }
    expect(Wire.readAnswer({ value: { ...fitted, attestation } }).reason).to.equal(null)
  })

  it('error: what no cut can save', () => {
    const sources = Array.from({ length: 9 }, () => 'x')
    expect(() => fitAnswer({ ...reply, sources })).to.throw(UnwritableAnswerError, '9 sources')
  })

  it('knows how long a source may be', () => {
    expect(isSourceSize('x'.repeat(128))).to.equal(true)
    expect(isSourceSize('x'.repeat(129))).to.equal(false)
    expect(isSourceSize('"'.repeat(65))).to.equal(false)
  })

  it('lets responses share the room of a defence', () => {
    for (const count of [0, 1, 3, 8]) {
      const responses = fitResponses(Array.from({ length: count }, () => '🜛"'.repeat(900)))
      expect(responses).to.have.length(count)
      expect(Wire.readDefence({ value: { responses } }).reason, `${count}`).to.equal(null)
      expect(Wire.responsesTo(count, { responses })).to.not.include(null)
    }
    expect(fitResponses(['short'])).to.deep.equal(['short'])
  })
})
