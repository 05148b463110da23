import { expect } from 'chai'
import { playRound, type SampleRound, sampleRoundOf } from '../../local/samples/round.ts'
import { Bytes, Docket, Report, type Round, RoundFile, Schema, Score, Vote } from '../../protocol/index.ts'

const [yes, no] = [{ value: '75120.5' }, { value: '74000' }]

describe('RoundFile', () => {
  let played: SampleRound
  let file: RoundFile.RoundFile
  before(async () => {
    played = await playRound(sampleRoundOf(3), [yes, no, 'silent'])
    file = played.file
  })

  const altered = (change: (copy: RoundFile.RoundFile) => void): RoundFile.RoundFile => {
    const copy: RoundFile.RoundFile = JSON.parse(JSON.stringify(file))
    change(copy)
    return copy
  }

  it('S2-46: is read back from its JSON, and has no key that it does not know', () => {
    expect(RoundFile.read(JSON.parse(JSON.stringify(file)))).to.deep.equal(file)
    expect(() => RoundFile.read({ ...file, extra: 1 })).to.throw(Schema.MismatchError)
  })

  it('error: a file of the first edition is refused by name', () => {
    expect(() => RoundFile.read({ ...file, schema_version: 'v1' })).to.throw(
      RoundFile.FirstEditionError,
      'Check the file with cresolver 0.1.',
    )
    for (const other of ['v3', 1, undefined])
      expect(() => RoundFile.read({ ...file, schema_version: other })).to.throw(Schema.MismatchError)
  })

  it('what is not given has its usual value', () => {
    const { answers, report } = file
    const made = RoundFile.create({
      round: sampleRoundOf(3),
      answers,
      defences: [],
      report: played.report,
      leaves: null,
      quorum: 2,
    })
    expect(made).to.deep.include({
      schema_version: 'v2',
      cohort_start: 0,
      probed: [],
      requires_signature: true,
      reference: null,
      evaluations: [],
      standing: { yes: '0', no: '0', invalid: '0' },
      min_margin_bps: 1_000,
      leaves: null,
      other_replies: [],
      observations: [],
      report,
    })
  })

  it('gives the round back as the chain has it', () => {
    expect(RoundFile.toRound(file)).to.deep.equal(sampleRoundOf(3))
  })

  it('gives the report back as far as the chain keeps it: all but when it expires', () => {
    expect(RoundFile.toReport(file)).to.deep.equal({ ...played.report, expiresAt: 0 })
  })

  it('error: names what is out of order in a file', () => {
    const faults: [string, (copy: RoundFile.RoundFile) => void][] = [
      ['/answers', (copy) => copy.answers.pop()],
      ['/answers/0/index', (copy) => copy.answers.reverse()],
      ['/answers/1/agent_id', (copy) => (copy.answers[1]!.agent_id = 9)],
      ['/defences/0/index', (copy) => (copy.defences[0]!.index = -1)],
      ['/defences/1/index', (copy) => copy.defences.reverse()],
      ['/answers/2', (copy) => (copy.answers[2]!.reply = {})],
      ['/answers/2/status', (copy) => (copy.answers[2]!.status = 'struck' as never)],
      ['/probed/1', (copy) => (copy.probed = [1, 0])],
      ['/probed/0', (copy) => (copy.probed = [3])],
      ['/proofs', (copy) => (copy.proofs = [copy.proofs[0]!, copy.proofs[0]!])],
      ['/proofs/0/index', (copy) => (copy.proofs = [{ index: 3, proof: null }])],
      ['/evaluations/0/index', (copy) => (copy.evaluations = [{ index: 31, dimensions: Score.all(1) }])],
      ['/standing/yes', (copy) => (copy.standing.yes = '01')],
      ['/report/records_and_docket', (copy) => (copy.report.records_and_docket = '0x0')],
      ['/workers', (copy) => (copy.workers = [])],
    ]
    for (const [path, change] of faults)
      expect(() => Schema.read(RoundFile.schema, altered(change)), path)
        .to.throw(Schema.MismatchError)
        .with.property('path', path)
  })

  it('a worker may be seen to sign more than one other reply', () => {
    const other = { index: 0, phase: 'resolve', request_hash: null, reply: null } as const
    const two = altered((copy) => (copy.other_replies = [other, other]))
    expect(Schema.read(RoundFile.schema, two).other_replies).to.have.length(2)
  })

  describe('rebuild', () => {
    it('gives the same leaves as were published', () => {
      expect(RoundFile.rebuild(file).leaves.map(Bytes.toHex)).to.deep.equal(file.leaves)
    })

    it('takes a model’s scores where a worker’s vote was scored, and nowhere else', () => {
      const scored = altered((copy) => {
        copy.evaluations = [0, 2].map((index) => ({ index, dimensions: Score.all(77) }))
      })
      const { entries } = RoundFile.rebuild(scored)
      expect(entries.map(({ evaluator }) => evaluator)).to.deep.equal(['llm', 'rubric', 'none'])
      expect(entries[0]!.dimensions).to.deep.equal(Score.all(77))
      expect(entries[2]!.dimensions).to.equal(null)
    })

    it('takes votes away that the source contradicts, and adds what stood before an appeal', () => {
      const vetoed = RoundFile.rebuild(altered((copy) => (copy.reference = 'NO')))
      expect(vetoed.report.records.map(({ vote }) => vote.outcome ?? vote.reason)).to.deep.equal([
        ...['contradicted', 'NO', 'silent'],
      ])
      const before = RoundFile.rebuild(file).tally
      const appealed = RoundFile.rebuild(altered((copy) => (copy.standing.no = '1000000'))).tally
      expect(appealed.no).to.equal(before.no + 1_000_000n)
      expect(appealed.outcome).to.equal('NO')
    })

    it('C3: a worker that was asked after the challenges gets none', () => {
      const { requests } = RoundFile.rebuild(altered((copy) => (copy.probed = [1])))
      expect(requests.map((request) => request !== null)).to.deep.equal([true, false, false])
    })

    it('SPEC §6: gives the same verdicts from the replies alone, and others from other words', async () => {
      const question = '§question Will the bill be signed by March?\n§rule\nsource:manual'
      const [url, quote] = ['https://www.example.gov/acts', 'signed on March 1, 2026']
      const checking = (said: string) => ({ value: null, reproductions: () => said })
      const citing = { value: 'YES', reply: { sources: [url], citations: [{ url, quote }] } }
      for (const [said, verdict] of [
        ['p', 'p'],
        ['f', 'f'],
        ['u', 'o'],
      ] as const) {
        const { file: told } = await playRound(sampleRoundOf(3, { question }), [
          citing,
          checking(said),
          checking(said),
        ])
        const { entries, exhibits, leaves } = RoundFile.rebuild(
          RoundFile.read(JSON.parse(JSON.stringify(told))),
        )
        expect(entries[0]!.testimony.citations).to.deep.equal([verdict])
        expect(exhibits[0]!.citations).to.deep.equal([{ url, quote, verdict, reach: 'authority' }])
        expect(leaves.map(Bytes.toHex)).to.deep.equal(told.leaves)
      }
    })

    it('an unsigned answer counts only where the file says that none was needed', () => {
      const unsigned = altered((copy) => {
        delete (copy.answers[0]!.reply as { attestation?: object }).attestation
      })
      expect(RoundFile.rebuild(unsigned).entries[0]!.vote).to.deep.equal(Vote.none('unsigned'))
      const direct = { ...unsigned, requires_signature: false }
      expect(RoundFile.rebuild(direct).entries[0]!.vote).to.deep.equal(Vote.cast('YES'))
    })
  })

  it('counts the records in what an event holds, and says null for another length', () => {
    const [record] = played.report.records
    const { rule, checks } = played.report.docket!
    for (const hasDocket of [false, true])
      for (let n = 1; n <= 32; n++) {
        const docket = hasDocket ? { rule, checks: Array(n).fill(checks[0]) } : null
        const report = { ...played.report, records: Array(n).fill(record), docket }
        expect(RoundFile.recordCount(Report.encode(report).slice(Report.headerSize))).to.equal(n)
      }
    const lengths = [0, 1, 5, Report.size(32, true)]
    expect(lengths.map((length) => RoundFile.recordCount(new Uint8Array(length)))).to.deep.equal(
      lengths.map(() => null),
    )
  })

  it('tells 31 records from one with a docket, which are equally long', () => {
    expect(Report.size(31, false)).to.equal(Report.size(1, true))
    const junk = new Uint8Array(Report.size(1, true) - Report.headerSize)
    expect(RoundFile.recordCount(junk), 'what is neither').to.equal(null)
  })

  it('an item that is not ok is no reply, whatever its reason', () => {
    expect(RoundFile.replyOf({ status: 'ok', reply: { a: 1 } })).to.deep.equal({ value: { a: 1 } })
    expect(RoundFile.replyOf({ status: 'late', reply: null })).to.have.property('reason', 'late')
  })

  describe('fromBatches', () => {
    const round: Round.Round = sampleRoundOf(3)
    const item = (index: number, agent_id = index): RoundFile.Item => ({
      index,
      agent_id,
      reply: {},
      status: 'ok',
    })
    const batch = (items: RoundFile.Item[], change: Partial<RoundFile.Batch> = {}): RoundFile.Batch => ({
      market_id: 1,
      round: 1,
      phase: 'answers',
      from: 0,
      items,
      ...change,
    })
    const left = (index: number) => ({ index, agent_id: index, reply: null, status: 'omitted-unprobed' })

    it('puts answers into the order of workers, and says who was left out', () => {
      const batches = [batch([item(2)], { from: 2 }), batch([item(0)])]
      expect(RoundFile.fromBatches(round, 'answers', batches)).to.deep.equal([item(0), left(1), item(2)])
      expect(RoundFile.fromBatches(round, 'answers', [])).to.deep.equal([left(0), left(1), left(2)])
    })

    it('leaves out defences that did not come', () => {
      const batches = [batch([item(1)], { phase: 'defences' })]
      expect(RoundFile.fromBatches(round, 'defences', batches)).to.deep.equal([item(1)])
    })

    it('takes no item under another agent’s name or beyond the last worker', () => {
      const batches = [batch([item(0, 9), item(1), item(3)])]
      expect(RoundFile.fromBatches(round, 'answers', batches)).to.deep.equal([left(0), item(1), left(2)])
    })

    it('error: refuses a batch of another market, round or phase', () => {
      for (const change of [{ market_id: 2 }, { round: 2 }, { phase: 'defences' as const }])
        expect(() => RoundFile.fromBatches(round, 'answers', [batch([], change)])).to.throw(
          RoundFile.OtherRoundError,
          'another one was asked for',
        )
    })
  })

  it('a worker without a check has none in the docket', () => {
    const { docket } = played.report
    expect(RoundFile.docketCheckAt(docket!, 0)).to.deep.include({ result: 'YES', tier: 3 })
    expect(docket!.checks[2]).to.deep.equal(Docket.noCheck)
    expect([2, 3].map((at) => RoundFile.docketCheckAt(docket!, at))).to.deep.equal([null, null])
  })
})
