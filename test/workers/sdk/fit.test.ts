import { expect } from 'chai'
import { Hash, Wire } from '../../../protocol/index.ts'
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

  it('SPEC §6: two full citations, eight full sources and a proof leave 2,999 bytes of evidence at least', () => {
    const sources = Array.from({ length: 8 }, (_, i) => `https://a.example/${i}`.padEnd(128, 'x'))
    const citations = sources.slice(0, 2).map((url) => ({ url, quote: 'x'.repeat(200) }))
    const por = { root: Hash.asRoot(`0x${'f'.repeat(64)}`), uri: 'x'.repeat(256) }
    const fitted = fitAnswer({
      ...reply,
      confidence: 0.1234,
      outcome: 'YES' as const,
      sources,
      citations,
      por,
      evidence: 'x'.repeat(4_096),
    })
    expect(fitted.citations).to.deep.equal(citations)
    expect(fitted.evidence.length).to.be.at.least(2_900)
    const attestation = {
      signer: `0x${'f'.repeat(40)}`,
      signature: `0x${'f'.repeat(130)}`,
      request_hash: Hash.asRequestHash(`0x${'f'.repeat(64)}`),
    }
    expect(Wire.readAnswer({ value: { ...fitted, attestation } }).reason).to.equal(null)
  })

  it('leaves room for what was reproduced in a defence', () => {
    const attestation = {
      signer: `0x${'f'.repeat(40)}`,
      signature: `0x${'f'.repeat(130)}`,
      request_hash: `0x${'f'.repeat(64)}`,
    }
    for (const count of [1, 2, 3, 8]) {
      const responses = fitResponses(Array.from({ length: count }, () => 'x'.repeat(600)))
      const defence = { responses, reproductions: 'p'.repeat(8), attestation }
      expect(Buffer.byteLength(JSON.stringify(defence)), `${count}`).to.be.at.most(Wire.limits.defence)
      if (count <= 3) expect(responses[0]!.length).to.be.at.least(500)
    }
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
