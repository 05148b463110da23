import { expect } from 'chai'
import { askedDirectly, buildFile, type Material } from '../../gateway/rebuild.ts'
import { type Options, playRound, type Saying, sampleRoundOf } from '../../local/samples/round.ts'
import { RoundFile, Tally } from '../../protocol/index.ts'
import type { RoundStanding } from '../../services/chain/Chain.ts'

const yes = { value: '75120.5' } as const
const no = { value: '74000' } as const

/** A round that was played, and what a gateway knows of it. */
async function played(
  sayings: readonly Saying[],
  options: Options = {},
  standing: Partial<RoundStanding> = {},
) {
  const round = sampleRoundOf(sayings.length, { round: standing.round ?? 1 })
  const { file, report } = await playRound(round, sayings, options)
  const material: Material = {
    view: { ...round, isAsked: false, requestedAt: 0, now: 0 },
    answers: file.answers,
    defences: file.defences,
    direct: [],
    reported: {
      marketId: round.marketId,
      round: round.round,
      outcome: report.outcome,
      roundRoot: report.roundRoot,
      recordsAndDocket: RoundFile.recordsAndDocket(report),
      block: 9n,
    },
    standing: {
      round: round.round,
      isAppealing: false,
      answeredBefore: 0,
      cohortStart: options.cohortStart ?? 0,
      totals: options.standing ?? Tally.nothing,
      ...standing,
    },
    minMarginBps: options.minMarginBps ?? 1_000,
    minWorkers: 3,
    proofs: file.proofs,
  }
  return { file, material }
}

describe('the file of a reported round', () => {
  it('is the one that was reported, of 1 to 32 workers', async () => {
    for (const n of [1, 3, 32]) {
      const { file, material } = await played(Array.from({ length: n }, (_, i) => (i % 5 === 4 ? no : yes)))
      expect(buildFile(material, [])).to.deep.equal({ file, rebuilds: true })
    }
  })

  it('of an appeal: with the weights that stood before it, and the number of its first worker', async () => {
    const standing = { yes: 4_000n, no: 1_000n, invalid: 0n }
    const { file, material } = await played(
      [no, no, yes, 'silent'],
      { standing, cohortStart: 5 },
      { round: 2, isAppealing: true },
    )
    const built = buildFile(material, [])
    expect(built).to.deep.equal({ file, rebuilds: true })
    expect(built.file).to.include({ cohort_start: 5 })
    const forgotten = { ...material, standing: { ...material.standing, totals: Tally.nothing } }
    expect(buildFile(forgotten, []).rebuilds).to.equal(false)
  })

  it('of a round that repeats one without quorum: whichever quorum the contract took', async () => {
    // Two of four answered before, the same two now: two of two is a quorum, but three workers are the least.
    const sayings: Saying[] = [yes, yes, yes, 'silent', 'silent', 'silent']
    const repeated = Tally.retryQuorum(3, 3)
    expect(repeated).to.not.equal(Tally.quorum(6))
    for (const answeredBefore of [0b111, 0]) {
      const { file, material } = await played(sayings, { quorum: repeated }, { round: 2, answeredBefore })
      expect(buildFile(material, [])).to.deep.equal({ file, rebuilds: true })
      expect(file.report.outcome).to.equal('YES')
    }
  })

  it('says of a worker that was not heard what was reported, whatever the gateway saw', async () => {
    const { file, material } = await played([yes, yes, yes, 'silent'])
    const answers = material.answers.map((item) =>
      item.index === 3 ? { ...item, status: 'http-error' as const } : item,
    )
    expect(buildFile({ ...material, answers }, [])).to.deep.equal({ file, rebuilds: true })
  })

  it('without leaves where an answer is missing that was reported, which is then asked for', async () => {
    const { material } = await played([yes, yes, no, yes])
    const answers = material.answers.map((item) =>
      item.index === 2 ? { ...item, reply: null, status: 'late' as const } : item,
    )
    expect(askedDirectly({ ...material, answers })).to.deep.equal([2])
    const { file, rebuilds } = buildFile({ ...material, answers, direct: [2] }, [])
    expect([rebuilds, file.leaves, file.probed]).to.deep.equal([false, null, [2]])
  })

  it('is not thrown off by publications that do not fit', async () => {
    const { file, material } = await played([yes, yes, no])
    const odd = [
      { reference: 'NO' as const, probed: [31], evaluations: [] },
      { reference: null, probed: [2, 1], evaluations: [] },
      { reference: null, probed: [0, 0], evaluations: [] },
    ]
    const built = buildFile(material, odd)
    expect(built).to.deep.equal({ file, rebuilds: true })
  })
})
