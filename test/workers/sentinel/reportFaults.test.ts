import { expect } from 'chai'
import { type Docket, Vote } from '../../../protocol/index.ts'
import { findings, inDocket, inTranscript, ofDocket, ofRecord, play, sayings } from './rounds.ts'

describe('a DON whose report lies', () => {
  it('about a vote: an appeal', async () => {
    const report = ofRecord(2, () => ({
      vote: Vote.none('late'),
      resQuality: 0,
      srcQuality: 0,
      analysisDepth: 0,
    }))
    const { file } = await play(sayings, { report })
    expect(await findings(file)).to.deep.equal([
      'VOTE_MISMATCH 2 transcript 13 appeal',
      'SCORE_MISMATCH 2 transcript 13 appeal',
    ])
  })

  it('about a score: an appeal', async () => {
    const report = ofRecord(0, (record) => ({ ...record, srcQuality: 100 }))
    const { file } = await play(sayings, { report })
    expect(await findings(file)).to.deep.equal(['SCORE_MISMATCH 0 transcript 5 appeal'])
  })

  it('about the outcome: an appeal', async () => {
    const { file } = await play(sayings, { report: (report) => ({ ...report, outcome: 'NO' }) })
    expect(await findings(file)).to.deep.equal(['TALLY_MISMATCH transcript 18 appeal'])
  })

  it('about the rule, alike in docket and transcript: an appeal', async () => {
    const rule = (given: Docket.Rule) => ({ ...given, target: given.target + 1n })
    const { file } = await play(sayings, {
      report: ofDocket((docket) => ({ ...docket, rule: rule(docket.rule) })),
      transcript: (given) => ({ ...given, rule: rule(given.rule!) }),
    })
    expect(await findings(file)).to.deep.equal([
      'RULE_MISMATCH transcript 1 appeal',
      'LEAF_MISMATCH transcript 1 appeal',
    ])
  })

  it('about a check in both: an appeal, for nobody signed it', async () => {
    const { file } = await play(sayings, { report: inDocket, transcript: inTranscript })
    expect(await findings(file)).to.deep.equal([
      'CHECK_MISMATCH 1 transcript 7 appeal',
      'LEAF_MISMATCH 1 transcript 7 appeal',
    ])
  })
})
