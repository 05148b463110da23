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
    view: { ...round, isAsked: false, isRepeat: standing.isRepeat ?? false, requestedAt: 0, now: 0 },
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
      isRepeat: false,
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

  it('SPEC §2: of an appeal: with the weights that stood before it, and the number of its first seat', async () => {
    const standing = { yes: 4_000n, no: 1_000n, invalid: 0n }
    const { file, material } = await played(
      [no, no, yes, 'silent'],
      { standing, cohortStart: 32, quorum: 3 },
      { round: 2, isAppealing: true },
    )
    const built = buildFile(material, [])
    expect(built).to.deep.equal({ file, rebuilds: true })
    expect(built.file).to.include({ cohort_start: 32, quorum: 3 })
    const forgotten = { ...material, standing: { ...material.standing, totals: Tally.nothing } }
    expect(buildFile(forgotten, []).rebuilds).to.equal(false)
  })

  it('A1: of an appeal that few answered: minWorkers are its quorum, however many are silent', async () => {
    const sayings: Saying[] = [no, no, no, ...Array.from({ length: 7 }, () => 'silent' as const)]
    const { file, material } = await played(
      sayings,
      { cohortStart: 64, quorum: 3 },
      { round: 3, isAppealing: true },
    )
    expect(buildFile(material, [])).to.deep.equal({ file, rebuilds: true })
    expect(file.report.outcome).to.equal('NO')
  })

  it('of a round that repeats one without quorum: with the quorum of those who answered in either', async () => {
    const sayings: Saying[] = [yes, yes, yes, 'silent', 'silent', 'silent']
    const repeated = Tally.retryQuorum(3, 3)
    expect(repeated).to.not.equal(Tally.quorum(6))
    for (const answeredBefore of [0b111, 0]) {
      const standing = { round: 2, isRepeat: true, answeredBefore }
      const { file, material } = await played(sayings, { quorum: repeated }, standing)
      expect(buildFile(material, [])).to.deep.equal({ file, rebuilds: true })
      expect(file.report.outcome).to.equal('YES')
    }
  })

  it('of a round that repeats a voided one: with the quorum of any round', async () => {
    const { file, material } = await played([yes, yes, yes, 'silent', 'silent', 'silent'], {}, { round: 2 })
    expect(buildFile(material, [])).to.deep.equal({ file, rebuilds: true })
    expect(file.report.outcome).to.equal(null)
  })

  it('A4: finds what the source must have said where a doubt was refuted', async () => {
    const { file, material } = await played([yes, yes, { value: null }], { reference: 'YES' })
    expect(RoundFile.toReport(file).records[2]!.vote.reason).to.equal('doubt-refuted')
    expect(askedDirectly(material), 'its answer is known').to.deep.equal([])
    expect(buildFile(material, [])).to.deep.equal({ file, rebuilds: true })
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
