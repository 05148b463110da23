import { expect } from 'chai'
import { Bytes, Merkle } from '../../../../protocol/index.ts'
import {
  contradictedLeaves,
  leafName,
  otherLeaves,
} from '../../../../workers/sentinel/check/transcriptFaults.ts'
import { inspectRound } from '../../../../workers/sentinel/index.ts'
import { caseOf, findings, inDocket, inTranscript, linesOf, ofWorker, play, sayings } from '../rounds.ts'

describe('a DON whose transcript lies', () => {
  it('about scores in the transcript: an appeal, at the leaf', async () => {
    const transcript = ofWorker(1, (worker) => ({
      ...worker,
      dimensions: { ...worker.dimensions!, timeliness: 7 },
    }))
    const { file } = await play(sayings, { transcript })
    expect(await findings(file)).to.deep.equal(['LEAF_MISMATCH 1 transcript 9 appeal'])
    expect(await findings({ ...file, leaves: null })).to.deep.equal(['ROOT_MISMATCH appeal'])
  })

  it('SPEC §2: about a check in the docket only: its transcript voids the round', async () => {
    const { file } = await play(sayings, { report: inDocket })
    expect(await findings(file)).to.deep.equal(['CHECK_MISMATCH 1 transcript 7 4'])
    expect(await findings({ ...file, leaves: null }), 'replies give the leaves').to.deep.equal([
      'CHECK_MISMATCH 1 transcript 7 4',
    ])
  })

  it('SPEC §2: about a check in the transcript only: it voids the round', async () => {
    const { file } = await play(sayings, { transcript: inTranscript })
    expect(await findings(file)).to.deep.equal(['CHECK_MISMATCH 1 transcript 7 4'])
    expect(await findings({ ...file, leaves: null })).to.deep.equal(['ROOT_MISMATCH appeal'])
  })

  it('about the rule in the transcript only: it voids the round', async () => {
    const { file } = await play(sayings, { transcript: (given) => ({ ...given, rule: null }) })
    expect(await findings(file)).to.deep.equal(['RULE_MISMATCH transcript 1 4'])
  })

  it('a branch of a void round’s leaf leads to the reported root', async () => {
    const { file } = await play(sayings, { transcript: (given) => ({ ...given, rule: null }) })
    const { bundles } = await inspectRound(file)
    const branch = bundles[0]!.branch!
    expect(branch).to.deep.include({ tree: 'transcript', index: 1, count: 19, outer: null })
    const proof = {
      root: file.report.round_root,
      count: branch.count,
      index: branch.index,
      leaf: Bytes.fromHex(branch.leaf as Bytes.Hex),
      branch: branch.branch,
    }
    expect(Merkle.verify(proof)).to.equal(true)
  })

  it('names each leaf of a transcript: question, rule, four of each worker, tally', () => {
    const names = Array.from({ length: 11 }, (_, index) => leafName(index, 2))
    expect(
      names.map(({ name, worker }) => (worker === undefined ? name : `${name} ${worker}`)),
    ).to.deep.equal([
      'question',
      'rule',
      'answer 0',
      'check 0',
      'defence 0',
      'scores 0',
      'answer 1',
      'check 1',
      'defence 1',
      'scores 1',
      'tally',
    ])
  })

  it('finds nothing in an honest transcript, whether the file has its leaves or not', async () => {
    const { file } = await play()
    for (const one of [file, { ...file, leaves: null }]) {
      expect([...contradictedLeaves(caseOf(one)), ...otherLeaves(caseOf(one))]).to.deep.equal([])
    }
  })

  it('leaves that were spoiled in the file alone prove nothing against the round', async () => {
    const { file } = await play()
    const leaves = file.leaves!.map((leaf, i) => (i === 2 ? '0x00' : leaf))
    const about = caseOf({ ...file, leaves })
    expect(contradictedLeaves(about)).to.deep.equal([])
    expect(linesOf(otherLeaves(about))).to.deep.equal([
      'ROOT_MISMATCH none',
      'LEAF_MISMATCH 0 transcript 2 none',
    ])
  })

  it('a leaf too many and a leaf too few are found at their place', async () => {
    const { file } = await play()
    const lines = (leaves: readonly string[]) =>
      linesOf(otherLeaves(caseOf({ ...file, leaves: [...leaves] })))
    expect(lines(file.leaves!.slice(0, -1))).to.deep.equal([
      'ROOT_MISMATCH none',
      'LEAF_MISMATCH transcript 18 none',
    ])
    expect(lines([...file.leaves!, '0x00'])).to.deep.equal([
      'ROOT_MISMATCH none',
      'LEAF_MISMATCH transcript 19 none',
    ])
  })

  it('says whose check it is, counted from the start of the cohort', async () => {
    const { file } = await play(sayings, { report: inDocket, cohortStart: 10 })
    const [only] = contradictedLeaves(caseOf(file))
    expect(only!.finding.message).to.equal(
      'The check of worker 11 in the transcript is not the one that was reported.',
    )
    expect(only!.finding.worker_index).to.equal(11)
  })
})
