import { expect } from 'chai'
import { Docket, Finding, Merkle, Vote } from '../../../../protocol/index.ts'
import {
  attestationOf,
  type Case,
  found,
  isStrikable,
  provenLeaves,
  signedCheck,
} from '../../../../workers/sentinel/check/Case.ts'
import { caseOf, inDocket, inTranscript, ofRecord, play, sayings } from '../rounds.ts'

describe('Case', () => {
  let about: Case
  before(async () => {
    about = caseOf((await play(sayings, { cohortStart: 10 })).file)
  })

  describe('found', () => {
    const said = [Finding.transcriptLeaf(3), 'CHECK_MISMATCH', '/leaves/3', 'Another check.'] as const

    it('S2-53: is for an appeal unless more is known, and counts workers from the start of the cohort', () => {
      const { finding, bundle } = found(about, said, { worker: 2 })
      expect(finding).to.deep.equal({
        tree: 'transcript',
        leaf_index: 3,
        code: 'CHECK_MISMATCH',
        path: '/leaves/3',
        message: 'Another check.',
        worker_index: 12,
        kind: null,
        remedy: 'appeal',
      })
      expect(bundle).to.deep.include({
        market_id: '1',
        round: 1,
        worker_index: 12,
        branch: null,
        evidence: null,
      })
      expect(bundle!.finding).to.not.have.property('remedy')
    })

    it('S2-54: is for a challenge where evidence is at hand, whatever else was thought of', () => {
      const { finding, bundle } = found(about, said, {
        evidence: { kind: 4, evidence: '0x1234' },
        remedy: 'none',
      })
      expect(finding).to.include({ kind: 4, remedy: 'challenge', worker_index: null })
      expect(bundle).to.include({ kind: 4, remedy: 'challenge', evidence: '0x1234' })
    })

    it('has nothing to send where nothing can be done', () => {
      const { finding, bundle } = found(about, said, { remedy: 'none' })
      expect([finding.remedy, bundle]).to.deep.equal(['none', null])
    })
  })

  it('finds what a worker signed as its answer, and nothing of one that was silent', () => {
    const { checks } = about.report.docket!
    expect(attestationOf(about, 0)).to.deep.include({
      phase: 'resolve',
      requestHash: about.rebuilt.terms.requestHash,
      checkHash: Docket.checkHash(checks[0]!),
    })
    expect(attestationOf(about, 3)).to.equal(null)
    expect(attestationOf(about, 99)).to.equal(null)
  })

  it('SPEC §2: only a reported vote can be struck', async () => {
    expect([0, 1, 2, 3, 4].map((worker) => isStrikable(about, worker))).to.deep.equal([
      true,
      true,
      true,
      false,
      false,
    ])
    const report = ofRecord(0, (record) => ({ ...record, vote: Vote.none('late') }))
    expect(isStrikable(caseOf((await play(sayings, { report })).file), 0)).to.equal(false)
  })

  it('C77: holds a worker to a check only if it signed that check, and its vote counts', async () => {
    expect(signedCheck(about, 0)!.check).to.deep.equal(about.report.docket!.checks[0])
    expect(signedCheck(about, 3)).to.equal(null)
    const lied = caseOf((await play(sayings, { report: inDocket })).file)
    expect(signedCheck(lied, 1), 'the DON wrote another').to.equal(null)
    expect(signedCheck(lied, 0)).to.not.equal(null)
  })

  describe('provenLeaves', () => {
    const rootOf = (given: Case) => {
      const leaves = provenLeaves(given)
      return leaves === null ? null : Merkle.root(leaves)
    }

    it('are those of the file, or those that the replies give, if they lie under the reported root', async () => {
      expect(rootOf(about)).to.equal(about.report.roundRoot)
      expect(rootOf({ ...about, file: { ...about.file, leaves: null } })).to.equal(about.report.roundRoot)
      const spoiled = { ...about.file, leaves: about.file.leaves!.slice(1) }
      expect(rootOf({ ...about, file: spoiled }), 'the replies still give them').to.equal(
        about.report.roundRoot,
      )
      const other = caseOf((await play(sayings, { transcript: inTranscript })).file)
      expect(rootOf(other), 'only the file has them').to.equal(other.report.roundRoot)
    })

    it('are none where nothing leads to the reported root', async () => {
      const { file } = await play(sayings, { transcript: inTranscript })
      expect(provenLeaves(caseOf({ ...file, leaves: null }))).to.equal(null)
    })
  })
})
