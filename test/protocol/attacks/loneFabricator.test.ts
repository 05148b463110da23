import { expect } from 'chai'
import { Round, Score, Tally, Vote, Wire } from '../../../protocol/index.ts'
import { attest, attestDefence, manualQuestion, roundOf } from '../../helpers/round.ts'

/**
 * AUDIT B1: on a manual market one worker says Yes, in fine prose, with a made-up page dated 17 months after the deadline; two honest
 * workers find nothing and say Invalid.
 */
describe('the lone fabricator', () => {
  const url = 'https://signed-bills.example.org/2027/07/20/bill-signed'
  const fabricated: Wire.ResolveReply = {
    determination: true,
    confidence: 0.99,
    evidence:
      'According to the official gazette of July 20, 2027, the bill was signed in March [1]. All sources agree that the bill ' +
      'was signed; no conflicting report exists. Therefore the bill was signed by March and the market resolves to Yes.',
    sources: [url],
    outcome: 'YES',
    citations: [{ url, quote: 'The bill was signed on March 2' }],
  }
  const doubting: Wire.ResolveReply = {
    determination: false,
    confidence: 0.5,
    evidence: 'No page that I could find says whether the bill was signed.',
    sources: [],
    outcome: 'INVALID',
  }

  async function play(replies: readonly Wire.ResolveReply[], said: (i: number, items: number) => string) {
    const round = roundOf(replies.length, { question: manualQuestion })
    const attested = await Promise.all(replies.map((reply, i) => attest(round, i, reply)))
    const admissions = Round.admit(
      round,
      attested.map((reply) => Wire.readAnswer(JSON.stringify(reply))),
    )
    const requests = Round.challenges(round, admissions)
    const defences = await Promise.all(
      requests.map(async (request, i) => {
        const reproductions = said(i, request!.reproduce?.length ?? 0)
        const defence = await attestDefence(round, i, request!, ['A.', 'B.', 'C.'], reproductions)
        return Wire.readDefence(JSON.stringify(defence))
      }),
    )
    const entries = Round.observe(round, admissions, defences)
    const { report, tally, weights } = Round.conclude(round, entries, { expiresAt: 1_771_632_600 })
    return { report, tally, weights, entries }
  }

  it('B1 SPEC §4: loses to two honest doubters who looked for its page', async () => {
    const { report, tally, weights, entries } = await play([fabricated, doubting, doubting], (i, items) =>
      i === 0 ? '' : 'f'.repeat(items),
    )
    expect(report.outcome).to.equal('INVALID')
    expect(tally.leader, 'by vote, not for want of a margin').to.equal('INVALID')
    expect(report.records[0]).to.include({ srcQuality: 0 })
    expect(entries[0]!.dimensions).to.include({ source_quality: 0, timeliness: 0, evidence_strength: 0 })
    expect(weights[0]!).to.be.lessThan(BigInt(Score.maxWeight / 2))
    expect(weights[1]!).to.be.at.least(BigInt(Score.baseWeight))
    expect(report.records[1]!.srcQuality, 'a doubt needs no page').to.equal(1)
  })

  it('B1: loses also when nobody could tell, and when a single honest worker is against it', async () => {
    const unsure = await play([fabricated, doubting, doubting], (i, items) =>
      i === 0 ? '' : 'u'.repeat(items),
    )
    expect(unsure.report.records[0]!.srcQuality).to.equal(1)
    expect(unsure.report.outcome).to.equal('INVALID')
    const alone = await play([fabricated, doubting], (i, items) => (i === 0 ? '' : 'f'.repeat(items)))
    expect(alone.tally.leader).to.equal('INVALID')
  })

  it('B1: two fabricators with one page do not win against two honest workers, though they slander theirs', async () => {
    const page = 'https://www.reuters.com/bill'
    const honest: Wire.ResolveReply = {
      determination: false,
      confidence: 0.9,
      evidence: 'The bill was sent back on March 1.',
      sources: [page],
      outcome: 'NO',
      citations: [{ url: page, quote: 'the bill was sent back on March 1' }],
    }
    const second = { ...fabricated, evidence: `${fabricated.evidence} The gazette has it twice.` }
    // Authors do not look for their own page, so the liars decide nothing about it; they slander the honest one.
    const { tally, entries } = await play([fabricated, second, honest, honest], (_, items) =>
      'f'.repeat(items),
    )
    expect(tally.leader).to.not.equal('YES')
    expect(Score.aggregate(entries[0]!.dimensions!).src_quality).to.equal(0)
  })

  it('B1: at full text and no backing a Yes weighs less than any doubt', () => {
    const best = Score.aggregate({
      ...Score.all(100),
      source_quality: 0,
      timeliness: 0,
      evidence_strength: 20,
    })
    const worst = Score.aggregate(Score.all(0))
    const yes = { vote: Vote.cast('YES'), weight: BigInt(Score.weight(best, 'YES')) }
    const doubt = { vote: Vote.cast('INVALID'), weight: BigInt(Score.weight(worst, 'INVALID')) }
    expect(Tally.count([yes, doubt]).leader).to.equal('INVALID')
  })
})
