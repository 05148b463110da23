import { expect } from 'chai'
import { type Docket, Hash, Vote, type Wire } from '../../../../protocol/index.ts'
import type { Found } from '../../../../workers/sentinel/check/Case.ts'
import { checks, rule, scores, tally, votes } from '../../../../workers/sentinel/check/reportFaults.ts'
import {
  caseOf,
  copy,
  findings,
  inDocket,
  inTranscript,
  linesOf,
  manual,
  ofDocket,
  ofRecord,
  play,
  sayings,
  yes,
} from '../rounds.ts'

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

  describe('what each check says', () => {
    const messagesOf = (found: readonly Found[]) => found.map(({ finding }) => finding.message)

    it('finds nothing in an honest report, of an auto rule or of a manual one', async () => {
      for (const changes of [{}, { question: manual }]) {
        const about = caseOf((await play([yes, yes], {}, changes)).file)
        for (const check of [votes, rule, checks, scores, tally]) expect(check(about)).to.deep.equal([])
      }
    })

    it('names what was reported and what the replies give', async () => {
      const report = ofRecord(0, (record) => ({ ...record, vote: Vote.none('late'), srcQuality: 1 }))
      const { file } = await play(sayings, { report: (given) => ({ ...report(given), outcome: null }) })
      const about = caseOf(file)
      expect(messagesOf(votes(about))).to.deep.equal(['Reported late, but the reply gives YES.'])
      expect(messagesOf(tally(about))).to.deep.equal(['Reported no quorum, but the votes give YES.'])
      expect(messagesOf(scores(about))[0]).to.match(
        /^Reported \d+\/1\/\d+, but scoring again gives \d+\/\d+\/\d+\.$/,
      )
    })

    it('a docket for a manual rule, or none for an auto rule, is another rule', async () => {
      const auto = await play([yes, yes], { report: (given) => ({ ...given, docket: null }) })
      expect(linesOf(rule(caseOf(auto.file)))).to.deep.equal(['RULE_MISMATCH transcript 1 appeal'])
      expect(checks(caseOf(auto.file)), 'there is nothing to compare').to.deep.equal([])
    })

    it('C77: an envelope that names another signer or another request is found, and proves nothing', async () => {
      const { file } = await play([yes, yes])
      const other = copy(file)
      const answer = other.answers[1]!.reply as { attestation: Wire.Attestation }
      answer.attestation.signer = file.workers[0]!.signer
      const defence = other.defences[0]!.reply as { attestation: Wire.Attestation }
      defence.attestation.request_hash = Hash.asRequestHash(Hash.ofText('another request'))
      const found = votes(caseOf(other))
      expect(linesOf(found)).to.deep.equal(['BAD_SIGNATURE 0 none', 'BAD_SIGNATURE 1 none'])
      expect(found.map(({ finding }) => finding.path)).to.deep.equal([
        '/defences/0/reply/attestation/request_hash',
        '/answers/1/reply/attestation/signer',
      ])
    })
  })
})
