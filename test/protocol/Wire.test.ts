import { expect } from 'chai'
import fc from 'fast-check'
import { hashTypedData } from 'viem'
import { Address, Bytes, Eip712, Hash, Json, Wire } from '../../protocol/index.ts'
import { budget } from '../helpers/budget.ts'
import { roundOf } from '../helpers/round.ts'

const seedReply = {
  determination: true,
  confidence: 0.82,
  evidence: 'Inflows and prices, with dates.',
  sources: ['https://example.com/a', 'https://example.com/b'],
}
const reasonOf = (body: string) => Wire.readAnswer(body).reason
const padded = (field: number) => 'x'.repeat(field)

describe('Wire', () => {
  describe('request', () => {
    const round = roundOf(3)
    const request = Wire.toResolveRequest(round)

    it('S1-4 S1-5 S1-6 S1-7 C71 C72: carries id, raw question, deadline and a context of chain data', () => {
      expect(request).to.include({ market_id: 7, question: round.question, deadline: round.deadline })
      const context = JSON.parse(request.context)
      expect(context).to.include({ chain_id: 31337, market: round.market, round: 1 })
      expect(context.display).to.equal('Will BTC trade at $75,000 or more on Feb 20, 2026 at 23:59 UTC?')
      expect(context.rule).to.include({ provider: 'coingecko', asset: 'bitcoin', op: 'gte', target: '75000' })
      expect(Json.canonical(context)).to.equal(request.context)
    })

    it('is the same for all workers, and another one for another round, market or chain', () => {
      const hash = Wire.requestHash(request)
      expect(Wire.requestHash(Wire.toResolveRequest(roundOf(9)))).to.equal(hash)
      for (const change of [{ round: 2 }, { marketId: 8 }, { chainId: 1 }, { deadline: 1 }]) {
        expect(Wire.requestHash(Wire.toResolveRequest(roundOf(3, change)))).to.not.equal(hash)
      }
    })

    it('a question that is no § text is sent as it is, without a rule', () => {
      const { context } = Wire.toResolveRequest(roundOf(1, { question: 'Will it rain?' }))
      expect(JSON.parse(context)).to.include({ rule: null, display: 'Will it rain?' })
    })

    it('C36 error: refuses a market id that JSON cannot carry', () => {
      expect(() => Wire.toResolveRequest(roundOf(1, { marketId: 2 ** 53 }))).to.throw(
        Wire.MarketIdTooLargeError,
      )
    })

    it('S1-13 C70: a challenge says what it is about', () => {
      const challenge = Wire.toChallengeRequest(request, ['Why?'], { determination: true })
      expect(challenge).to.deep.equal({
        challenges: ['Why?'],
        market_id: 7,
        question: round.question,
        determination: true,
        request_id: Wire.requestHash(request),
      })
    })
  })

  describe('readAnswer', () => {
    it('S1-8 S1-9 S1-10 S1-11: takes the four fields of the protocol and nothing more is needed', () => {
      const { reply, reason } = Wire.readAnswer(JSON.stringify(seedReply))
      expect(reason).to.equal(null)
      expect(Wire.outcomeOf(reply!)).to.equal('YES')
      expect(Wire.confidenceBps(reply!)).to.equal(8_200)
    })

    it('C20: outcome wins over determination, and INVALID needs determination false', () => {
      const invalid = Wire.readAnswer(
        JSON.stringify({ ...seedReply, determination: false, outcome: 'INVALID' }),
      )
      expect(Wire.outcomeOf(invalid.reply!)).to.equal('INVALID')
      expect(reasonOf(JSON.stringify({ ...seedReply, outcome: 'INVALID' }))).to.equal('malformed')
    })

    it('S1-29: a missing or mistyped field excludes the worker as malformed', () => {
      for (const field of Object.keys(seedReply)) {
        const { [field as 'evidence']: _, ...rest } = seedReply
        expect(reasonOf(JSON.stringify(rest)), field).to.equal('malformed')
        expect(reasonOf(JSON.stringify({ ...seedReply, [field]: null })), field).to.equal('malformed')
      }
      for (const body of ['', 'null', '[]', '{', 'true', '{"determination":"yes"}', '\u0000']) {
        expect(reasonOf(body), body).to.equal('malformed')
      }
    })

    it('C31: confidence is 0 to 1 with at most 4 decimals', () => {
      for (const confidence of [0, 1, 0.5, 0.0001, 0.9999, 0.07, 0.1 + 0.2]) {
        expect(reasonOf(JSON.stringify({ ...seedReply, confidence })), `${confidence}`).to.equal(null)
      }
      for (const confidence of [-0.1, 1.0001, 0.12345, 82]) {
        expect(reasonOf(JSON.stringify({ ...seedReply, confidence })), `${confidence}`).to.equal('malformed')
      }
    })

    it('C6: sizes are counted in bytes of JSON, at the limit and one over', () => {
      const evidence = (n: number) => reasonOf(JSON.stringify({ ...seedReply, evidence: padded(n) }))
      expect(evidence(4_096)).to.equal(null)
      expect(evidence(4_097)).to.equal('oversized')
      // Two bytes of UTF-8 each; and an escape counts as it is written.
      expect(reasonOf(JSON.stringify({ ...seedReply, evidence: '§'.repeat(2_049) }))).to.equal('oversized')
      expect(reasonOf(JSON.stringify({ ...seedReply, evidence: '\n'.repeat(2_049) }))).to.equal('oversized')
      const sources = (list: string[]) => reasonOf(JSON.stringify({ ...seedReply, sources: list }))
      expect(sources(Array(8).fill(padded(128)))).to.equal(null)
      expect(sources(Array(9).fill('a'))).to.equal('oversized')
      expect(sources([padded(129)])).to.equal('oversized')
    })

    it('C6: the whole answer has a limit too, unknown keys included', () => {
      expect(reasonOf(JSON.stringify({ ...seedReply, note: padded(5_000) }))).to.equal(null)
      expect(reasonOf(JSON.stringify({ ...seedReply, note: padded(5_500) }))).to.equal('oversized')
      expect(reasonOf(' '.repeat(70_000))).to.equal('oversized')
    })

    it('refuses 45,000 nested brackets before anything parses them', () => {
      expect(reasonOf('['.repeat(45_000))).to.equal('malformed')
      expect(reasonOf(`${'{"a":'.repeat(17)}1${'}'.repeat(17)}`)).to.equal('malformed')
    })

    it('C73: zero sources is a valid answer', () => {
      expect(reasonOf(JSON.stringify({ ...seedReply, sources: [] }))).to.equal(null)
    })

    it('a text that no UTF-8 can spell is malformed', () => {
      expect(reasonOf(JSON.stringify({ ...seedReply, evidence: 'a\ud800' }))).to.equal('malformed')
    })

    it('S1-29 property: never throws, and answers every text with a reply or a reason', () => {
      fc.assert(
        fc.property(fc.oneof(fc.string(), fc.json()), (body) => {
          const answer = Wire.readAnswer(body)
          expect(answer.reply === null).to.equal(answer.reason !== null)
        }),
        { numRuns: budget(200, 5_000) },
      )
    })
  })

  describe('readRefusal', () => {
    const unready = { status: 503, body: '{"reason":"not-ready","retry_after":30}' }

    it('SPEC §6: a worker may say that it is not ready, as long as nobody can be', () => {
      expect(Wire.readRefusal(unready, true)).to.include({ reply: null, reason: 'not-ready' })
      expect(Wire.readRefusal(unready, false)).to.include({ reply: null, reason: 'silent' })
    })

    it('anything else is an error of the server', () => {
      const others = [
        { ...unready, status: 500 },
        { status: 503, body: '' },
        { status: 503, body: '{"reason":"busy"}' },
        { status: 503, body: '"not-ready"' },
        { status: 503, body: '['.repeat(45_000) },
      ]
      for (const other of others) expect(Wire.readRefusal(other, true).reason).to.equal('http-error')
    })
  })

  describe('citations', () => {
    const [url] = seedReply.sources as [string]
    const citation = { url, quote: 'Inflows of $1.2bn' }
    const reason = (changes: object) => Wire.readAnswer(JSON.stringify({ ...seedReply, ...changes })).reason

    it('SPEC §6: an answer may carry two, of its own sources', () => {
      const { reply } = Wire.readAnswer(JSON.stringify({ ...seedReply, citations: [{ ...citation, x: 1 }] }))
      expect(reply!.citations, 'unknown keys are dropped').to.deep.equal([citation])
      expect(reason({ citations: [] })).to.equal(null)
      expect(reason({ citations: [citation, citation] })).to.equal(null)
      expect(reason({ citations: [citation, citation, citation] })).to.equal('oversized')
      expect(reason({ citations: [{ ...citation, url: 'https://example.com/other' }] })).to.equal('malformed')
      expect(reason({ citations: [{ ...citation, quote: 'x'.repeat(201) }] })).to.equal('oversized')
      expect(reason({ citations: [{ ...citation, quote: 'short' }] })).to.equal('malformed')
      expect(reason({ citations: [{ ...citation, quote: '\ud800 is half a pair' }] })).to.equal('malformed')
      expect(reason({ citations: citation })).to.equal('malformed')
    })

    it('SPEC §6: two full citations, 8 full sources and a proof leave 2,999 bytes of evidence', () => {
      const sources = Array.from({ length: 8 }, (_, i) => `https://example.com/${i}`.padEnd(128, 'x'))
      const full = (evidence: number) => ({
        determination: false,
        confidence: 0.9999,
        evidence: 'e'.repeat(evidence),
        sources,
        outcome: 'INVALID',
        por: { root: `0x${'a'.repeat(64)}`, uri: 'u'.repeat(256) },
        citations: sources.slice(0, 2).map((source) => ({ url: source, quote: 'q'.repeat(200) })),
        attestation: {
          signer: `0x${'a'.repeat(40)}`,
          signature: `0x${'b'.repeat(130)}`,
          request_hash: `0x${'c'.repeat(64)}`,
        },
      })
      expect(Wire.readAnswer(JSON.stringify(full(2_999))).reason).to.equal(null)
      expect(Wire.readAnswer(JSON.stringify(full(3_000))).reason).to.equal('oversized')
    })

    it('SPEC §6: they are hashed, and absent ones are not, so a plain worker’s hashes stay', () => {
      const hashOf = (changes: object) =>
        Wire.responseHash(Wire.readAnswer(JSON.stringify({ ...seedReply, ...changes })).reply!)
      expect(hashOf({ citations: [citation] })).not.to.equal(hashOf({}))
      expect(hashOf({ citations: [] })).not.to.equal(hashOf({}))
      expect(Wire.defenceHash({ responses: ['a'] })).to.equal(Hash.ofJson({ responses: ['a'] }))
      expect(Wire.defenceHash({ responses: ['a'], reproductions: 'pf' })).to.equal(
        Hash.ofJson({ responses: ['a'], reproductions: 'pf' }),
      )
    })

    it('SPEC §6: a challenge carries what is to be looked for, and no key where that is nothing', () => {
      const request = Wire.toResolveRequest(roundOf(3))
      const plain = Wire.toChallengeRequest(request, [], seedReply)
      expect(plain).not.to.have.property('reproduce')
      const more = Wire.toChallengeRequest(request, [], seedReply, [citation])
      expect(more.reproduce).to.deep.equal([citation])
      expect(Wire.challengeRequest.parse(JSON.parse(JSON.stringify(more)))).to.deep.equal(more)
      expect(Wire.requestHash(more)).not.to.equal(Wire.requestHash(plain))
      const flood = { ...more, reproduce: Array.from({ length: 9 }, () => citation) }
      expect(Wire.challengeRequest.safeParse(flood).success).to.equal(false)
    })

    it('SPEC §6: a defence of three full responses, eight findings and a signature fits', () => {
      const defence = {
        responses: [1, 2, 3].map(() => 'r'.repeat(512)),
        reproductions: 'pfupfupf',
        attestation: {
          signer: `0x${'a'.repeat(40)}`,
          signature: `0x${'b'.repeat(130)}`,
          request_hash: `0x${'c'.repeat(64)}`,
        },
      }
      expect(Wire.readDefence(JSON.stringify(defence)).reply!.reproductions).to.equal('pfupfupf')
      expect(Wire.readDefence(JSON.stringify({ ...defence, reproductions: 'yes' })).reason).to.equal(
        'malformed',
      )
    })
  })

  describe('hashes', () => {
    it('a reply is hashed without attestation and unknown keys, confidence in basis points', () => {
      const { reply } = Wire.readAnswer(JSON.stringify({ ...seedReply, note: 'x' }))
      expect(Wire.normal(reply!)).to.deep.equal({
        determination: true,
        confidence_bps: 8_200,
        evidence: seedReply.evidence,
        sources: seedReply.sources,
      })
      expect(Wire.responseHash(reply!)).to.equal(Hash.ofText(Json.canonical(Wire.normal(reply!))))
    })

    it('C4: the same answer has the same hash, whatever the order and spacing of its JSON', () => {
      const reordered = `{ "sources":["https://example.com/a","https://example.com/b"], "evidence":"Inflows and prices, with dates.", "confidence":8.2e-1,"determination":true}`
      const [a, b] = [JSON.stringify(seedReply), reordered].map((body) =>
        Wire.responseHash(Wire.readAnswer(body).reply!),
      )
      expect(a).to.equal(b)
    })
  })

  describe('attestation', () => {
    const statement: Wire.Statement = {
      marketId: 7,
      agentId: 3,
      round: 2,
      phase: 'resolve',
      requestHash: Hash.asRequestHash(Hash.ofText('request')),
      responseHash: Hash.ofText('response'),
      checkHash: Bytes.zero32,
    }
    const domain = Wire.domain(31337, Address.of('0x5fbdb2315678afecb367f032d93f642f64180aa3'))
    const typed = {
      domain: { ...domain, chainId: 31337 },
      types: Wire.attestationTypes,
      primaryType: 'Attestation' as const,
      message: { ...statement, marketId: 7n, agentId: 3n, phase: 1 },
    }
    const digest = Wire.attestationDigest(Eip712.separator(domain), statement)

    it('C3: is what wallets compute for the same typed data', () => {
      expect(digest).to.equal(hashTypedData(typed))
    })

    it('is another one for another agent of the same wallet', () => {
      const other = Wire.attestationDigest(Eip712.separator(domain), { ...statement, agentId: 4 })
      expect(other).to.not.equal(digest)
    })
  })
})
