import { expect } from 'chai'
import { playRound, sampleKey, sampleRoundOf } from '../../../local/samples/round.ts'
import { RoundFile, Transcript, Verification } from '../../../protocol/index.ts'

const yes = { value: '75120.5' }
const no = { value: '74000' }

describe('playRound', () => {
  it('plays a round that can be rebuilt from its file, to the very report', async () => {
    const { file, report, proofs } = await playRound(sampleRoundOf(3), [yes, yes, no])
    expect(report.outcome).to.equal('YES')
    expect(report.records).to.have.length(3)
    const rebuilt = RoundFile.rebuild(file)
    expect(Transcript.build(rebuilt.transcript).root).to.equal(report.roundRoot)
    for (const proof of proofs) expect(Verification.verifyPorBundle(proof).ok).to.equal(true)
  })

  it('notes who is silent or malformed, and makes no proof of them', async () => {
    const { rebuilt, proofs } = await playRound(sampleRoundOf(4), [yes, yes, 'silent', 'malformed'])
    expect(rebuilt.report.records.map(({ vote }) => vote.outcome ?? vote.reason)).to.deep.equal([
      'YES',
      'YES',
      'silent',
      'malformed',
    ])
    expect(proofs.map((proof) => proof !== null)).to.deep.equal([true, true, false, false])
  })

  it('lets a worker say that there was no sample', async () => {
    const { report, proofs } = await playRound(sampleRoundOf(3), [
      { value: null },
      { value: null },
      { value: null },
    ])
    expect(report.outcome).to.equal('INVALID')
    expect(proofs).to.deep.equal([null, null, null])
  })

  it('lets a DON report something else than what it heard', async () => {
    const lying = await playRound(sampleRoundOf(3), [yes, yes, yes], {
      report: (report) => ({ ...report, outcome: 'NO' }),
    })
    expect([lying.report.outcome, lying.rebuilt.report.outcome]).to.deep.equal(['NO', 'YES'])
  })

  it('gives each worker a key of its own', () => {
    const { workers } = sampleRoundOf(32)
    expect(new Set(workers.map(({ signer }) => signer)).size).to.equal(32)
    expect(sampleKey(9)).to.equal(`0x${'10'.padStart(64, '0')}`)
  })
})
