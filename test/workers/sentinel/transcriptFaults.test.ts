import { expect } from 'chai'
import { Bytes, Merkle } from '../../../protocol/index.ts'
import { inspectRound } from '../../../workers/sentinel/index.ts'
import { findings, inDocket, inTranscript, ofWorker, play, sayings } from './rounds.ts'

describe('a DON whose transcript lies', () => {
  it('about scores in the transcript: an appeal, at the leaf', async () => {
    const transcript = ofWorker(1, (worker) => ({
      ...worker,
      dimensions: { ...worker.dimensions!, timeliness: 100 },
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
      root: file.report.round_root as Bytes.Hex,
      count: branch.count,
      index: branch.index,
      leaf: Bytes.fromHex(branch.leaf as Bytes.Hex),
      branch: branch.branch as Bytes.Hex[],
    }
    expect(Merkle.verify(proof)).to.equal(true)
  })
})
