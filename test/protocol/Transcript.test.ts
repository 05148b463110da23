import { expect } from 'chai'
import { Bytes, Hash, Leaf, Merkle, Round, Score, Transcript, Vote } from '../../protocol/index.ts'
import { admitAll, manualQuestion, roundOf } from '../helpers/round.ts'

/** Concludes a round in which nobody is challenged: each value is what a worker observed, null for silence. */
async function conclude(values: readonly (string | null)[]) {
  const round = roundOf(values.length)
  const admissions = await admitAll(round, values)
  const entries = Round.observe(
    round,
    admissions,
    values.map(() => null),
  )
  return Round.conclude(round, entries, { expiresAt: 0 })
}

describe('Transcript', () => {
  it('the transcript has 4n + 3 leaves, each provable under the reported root', async () => {
    const { transcript, report } = await conclude(['75120.5', '74000', null])
    const tree = Transcript.build(transcript)
    expect(tree.count).to.equal(Transcript.leafCount(3))
    expect(report).to.include({ roundRoot: tree.root, leafCount: 15 })
    const leaves = Transcript.leaves(transcript)
    for (const [index, leaf] of leaves.entries()) {
      const branch = Merkle.prove(tree, index)
      expect(Merkle.verify({ root: tree.root, count: 15, index, leaf, branch })).to.equal(true)
    }
    expect(Bytes.toText(leaves[0]!)).to.equal(transcript.question)
    expect(leaves[1]![0]).to.equal(1)
    expect(leaves[Transcript.leafIndex(1, 'check')]![0]).to.equal(2)
    expect(leaves[Transcript.leafIndex(2, 'answer')]).to.deep.equal(Uint8Array.of(0))
    expect(JSON.parse(Bytes.toText(leaves[Transcript.leafIndex(0, 'answer')]!))).to.have.all.keys(
      'agent_id',
      'confidence_bps',
      'outcome',
      'por_root',
      'request_hash',
      'response_hash',
      'signature',
    )
    expect(JSON.parse(Bytes.toText(leaves[Transcript.leafIndex(2, 'scores')]!))).to.include({
      citations: '',
      reason: 'silent',
      vote: null,
    })
    expect(JSON.parse(Bytes.toText(leaves[14]!))).to.have.all.keys(
      'invalid',
      'no',
      'outcome',
      'quorum',
      'yes',
    )
  })

  it('SPEC §8: the scores leaf has a verdict for each citation, in the reply’s order', async () => {
    const { transcript } = await conclude(['75120.5', '74000'])
    const [first, ...others] = transcript.workers
    const testimony = { citations: ['f', 'p'] as const, agreed: 0, decided: 0 }
    const judged = { ...transcript, workers: [{ ...first!, testimony }, ...others] }
    const leaf = Transcript.leaves(judged)[Transcript.leafIndex(0, 'scores')]!
    expect(JSON.parse(Bytes.toText(leaf)).citations).to.equal('fp')
    expect(Transcript.build(judged).root).not.to.equal(Transcript.build(transcript).root)
  })

  it('places four leaves a worker between question and rule, and the tally', () => {
    const parts = ['answer', 'check', 'defence', 'scores'] as const
    const places = [0, 1].flatMap((worker) => parts.map((part) => Transcript.leafIndex(worker, part)))
    expect(places).to.deep.equal([2, 3, 4, 5, 6, 7, 8, 9])
    expect([0, 1, 2, 32].map(Transcript.leafCount)).to.deep.equal([3, 7, 11, 131])
  })

  it('S2-92: anything else of a round has another root', async () => {
    const { transcript } = await conclude(['75120.5', '74000', null])
    const { tally, workers } = transcript
    const withWorker = (change: Partial<Transcript.Worker>) => ({
      workers: [{ ...workers[0]!, ...change }, ...workers.slice(1)],
    })
    const changes: Partial<Transcript.Transcript>[] = [
      {},
      { marketId: 8n },
      { round: 2 },
      { question: `${transcript.question} ` },
      { rule: null },
      { requestHash: Hash.asRequestHash(Hash.ofText('another')) },
      { tally: { ...tally, yes: tally.yes + 1n } },
      { tally: { ...tally, quorum: tally.quorum + 1 } },
      { workers: [workers[1]!, workers[0]!, workers[2]!] },
      withWorker({ agentId: 9 }),
      withWorker({ vote: Vote.none('contradicted') }),
      withWorker({ answer: null }),
      withWorker({ defence: null }),
      withWorker({ dimensions: Score.all(1) }),
      withWorker({ evaluator: 'llm' }),
    ]
    const roots = changes.map((change) => Transcript.build({ ...transcript, ...change }).root)
    expect(new Set(roots).size).to.equal(changes.length)
  })

  it('holds no words of a worker: only hashes, numbers and signatures', async () => {
    const { transcript } = await conclude(['75120.5', '74000', null])
    const [question, ...rest] = Transcript.leaves(transcript).map((leaf) =>
      Buffer.from(leaf).toString('latin1'),
    )
    expect(question).to.include('75,000')
    for (const leaf of rest) expect(leaf).to.not.include('CoinGecko')
  })

  it('a manual rule and a worker without a check leave one byte in their places', () => {
    const round = roundOf(1, { question: manualQuestion })
    const { transcript } = Round.conclude(round, [Round.unanswered(Vote.none('silent'))], { expiresAt: 0 })
    const leaves = Transcript.leaves(transcript)
    expect(leaves).to.have.length(7)
    for (const at of [1, 2, 3, 4]) expect(leaves[at], `${at}`).to.deep.equal(Leaf.absent)
  })

  it('a check goes into its leaf with the root of the proof behind it', async () => {
    const { transcript } = await conclude(['75120.5', null, '75120.5'])
    const [first, second] = transcript.workers
    const porRoot = Hash.asRoot(Hash.ofText('proof'))
    const proven = { ...first!, answer: { ...first!.answer!, porRoot } }
    expect(Transcript.checkOf(proven)).to.deep.equal({ ...first!.answer!.check!, porRoot })
    expect(Transcript.checkOf(second!)).to.equal(null)
    expect(Transcript.checkOf({ ...first!, answer: { ...first!.answer!, check: null } })).to.equal(null)
  })

  it('a worker whose vote does not count has zeros for scores', () => {
    expect(Transcript.scoresOf(null)).to.deep.equal({ res_quality: 0, src_quality: 0, analysis_depth: 0 })
    expect(Transcript.scoresOf(Score.all(70))).to.deep.equal(Score.aggregate(Score.all(70)))
  })

  it('error: a root of something else is refused, and both are named', async () => {
    const { transcript, report } = await conclude(['75120.5', '74000', null])
    expect(Transcript.recheck(transcript, report.roundRoot)).to.equal(15)
    expect(() => Transcript.recheck(transcript, Bytes.zero32)).to.throw(
      Transcript.OtherRootError,
      `The transcript's root is ${report.roundRoot}, but ${Bytes.zero32} was reported.`,
    )
  })
})
