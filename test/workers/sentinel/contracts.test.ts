import { expect } from 'chai'
import { type EventLog, parseEther } from 'ethers'
import { network } from 'hardhat'
import {
  question as autoQuestion,
  keyBehind,
  observe,
  readRound,
  registerSource,
} from '../../../local/ledger/evidence.ts'
import {
  deliver,
  deploySystem,
  Outcome,
  requested,
  Status,
  type System,
  settle,
} from '../../../local/ledger/market.ts'
import { expectEmptied, expectTable } from '../../../local/ledger/payout.ts'
import { type Options, playRound, type Saying, signAnswer } from '../../../local/samples/round.ts'
import {
  Address,
  type Bytes,
  Decimal,
  type Docket,
  Hash,
  Report,
  Round,
  RoundFile,
  type Verification,
  Vote,
  type Wire,
} from '../../../protocol/index.ts'
import type { ChainFacts } from '../../../services/chain/browser/readFacts.ts'
import { inspectRound } from '../../../workers/sentinel/index.ts'

const yes = { value: '75120.5' } as const
const no = { value: '74000' } as const
const manual = '§question Will the bill be signed by March?\n§rule\nsource:manual'

/** What four workers say, once the round is known. */
type Plot = (system: System, round: Round.Round) => Promise<readonly Saying[]>

describe('what the sentinel finds, sent to the contracts as it is', function () {
  this.timeout(120_000)
  let connection: Awaited<ReturnType<typeof network.create>>
  const fixture = async () => {
    const system = await deploySystem(connection)
    await registerSource(system)
    return system
  }

  before(async () => {
    connection = await network.create()
  })
  after(() => connection.close())

  /** A market on the chain whose round was played by workers with the chain's keys, and reported through the forwarder. */
  async function market(said: readonly Saying[] | Plot, options: Options = {}, question = autoQuestion) {
    const system = await connection.networkHelpers.loadFixture(fixture)
    const { marketId } = await requested(system, typeof said === 'function' ? 4 : said.length, { question })
    const round = await readRound(system, marketId)
    const sayings = typeof said === 'function' ? await said(system, round) : said
    const keyOf = (i: number) => keyBehind(round.workers[i]!.signer).privateKey as Bytes.Hex
    const expiresAt = (await system.time.latest()) + 600
    const played = await playRound(round, sayings, { keyOf, expiresAt, ...options })
    await deliver(system, played.report)
    return { system, marketId, round, keyOf, ...played, facts: await factsOf(system, played.file) }
  }

  /** Read from the contracts, not from the file. */
  async function factsOf(system: System, file: RoundFile.RoundFile): Promise<ChainFacts> {
    const id = BigInt(file.market_id)
    const { market, sourceKeys } = system
    const filter = market.filters.RoundReported!(id, file.round)
    const [event] = (await market.queryFilter(filter)) as EventLog[]
    const sourceId = RoundFile.toReport(file).docket?.rule.sourceId
    return {
      round: await readRound(system, id),
      cohortStart: 0,
      minMarginBps: system.parameters.minMarginBps,
      standing: null,
      quorum: null,
      struck: [],
      isVoid: false,
      reported: {
        outcome: Vote.fromCode(Number(event!.args.outcome)),
        roundRoot: Hash.asRoot(event!.args.roundRoot),
        recordsAndDocket: event!.args.recordsAndDocket as Bytes.Hex,
      },
      sourceKeys:
        sourceId === undefined
          ? null
          : {
              address: Address.of(await sourceKeys.getAddress()),
              key: {
                address: Address.of(await sourceKeys.keyOf(sourceId)),
                registeredAt: Number(await sourceKeys.registeredAt(sourceId)),
                isRevoked: await sourceKeys.isRevoked(sourceId),
              },
            },
      now: await system.time.latest(),
    }
  }

  async function bundlesOf(file: unknown, facts: ChainFacts) {
    const { bundles } = await inspectRound(file, facts)
    return bundles.filter((one): one is Verification.ChallengeBundle => one !== null)
  }

  const send = (system: System, { market_id, worker_index, kind, evidence }: Verification.ChallengeBundle) =>
    system.market.connect(system.challenger).challenge(BigInt(market_id), worker_index ?? 0, kind!, evidence!)

  async function expectStruck(
    system: System,
    bundle: Verification.ChallengeBundle,
    kind: number,
    worker: number,
  ) {
    const id = BigInt(bundle.market_id)
    expect(bundle).to.deep.include({ kind, worker_index: worker, remedy: 'challenge' })
    const before = await system.market.creditOf(system.challenger.address)
    await send(system, bundle)
    const struck = await system.market.getWorker(id, worker)
    expect([struck.vote, struck.reason, struck.weight]).to.deep.equal([0n, 63n, 0n])
    // A quarter of a stake of half an ether.
    expect((await system.market.creditOf(system.challenger.address)) - before).to.equal(parseEther('0.125'))
  }

  it('an honest round, as the chain has it, gives nothing to send', async () => {
    for (const [sayings, question] of [
      [[yes, yes, no, 'silent'], autoQuestion],
      [[{ value: 'YES' }, { value: 'YES' }, { value: 'NO' }], manual],
    ] as [Saying[], string][]) {
      const { file, facts } = await market(sayings, {}, question)
      expect((await inspectRound(file, facts)).result.findings).to.deep.equal([])
    }
  })

  describe('kind 3: the worker’s own proof', () => {
    const liars: [string, Saying][] = [
      [
        'another verdict than its answer',
        {
          ...yes,
          proof: (parts) => ({
            ...parts,
            verdict: { ...parts.verdict, outcome: 'NO', resolution_rule_id: 'not-met' },
          }),
        },
      ],
      [
        'another check than its answer',
        { ...yes, proof: (parts) => ({ ...parts, ruleCheck: { ...parts.ruleCheck!, value: '75120.6' } }) },
      ],
      ['a proof about another round', { ...yes, proof: (parts) => ({ ...parts, round: 7 }) }],
      [
        'evidence from outside the window',
        {
          ...yes,
          proof: (parts) => {
            const [first, ...rest] = parts.evidence.items
            const early = { ...first!.normalized!, observed_at: '2020-01-01T00:00:00Z' }
            return {
              ...parts,
              evidence: { ...parts.evidence, items: [{ ...first!, normalized: early }, ...rest] },
            }
          },
        },
      ],
      [
        'evidence of a worse tier than it claims',
        {
          ...yes,
          tier: 1,
          proof: (parts) => {
            const items = parts.evidence.items.map((item) => ({
              ...item,
              provenance: { ...item.provenance, kind: 'none' as const, tier: 3 },
            }))
            return { ...parts, evidence: { ...parts.evidence, items } }
          },
        },
      ],
    ]
    for (const [name, liar] of liars) {
      it(`S2-54 S2-88: ${name} strikes`, async () => {
        const { system, file, facts } = await market([yes, yes, yes, liar])
        const bundles = (await bundlesOf(file, facts)).filter(({ kind }) => kind !== null)
        expect(bundles.length).to.be.greaterThan(0)
        // Each of them would do: the contract takes every one that the sentinel says it takes.
        for (const bundle of bundles) {
          const snapshot = await connection.networkHelpers.takeSnapshot()
          await expectStruck(system, bundle, 3, 3)
          await snapshot.restore()
        }
      })
    }

    it('pays everybody to the wei: YES becomes NO', async () => {
      const liar: Saying = { ...yes, proof: (parts) => ({ ...parts, round: 7 }) }
      const { system, marketId, file, facts } = await market([no, liar, liar])
      expect(await system.market.outcomeOf(marketId)).to.equal(Outcome.Yes)
      for (const worker of [1, 2]) {
        const bundles = await bundlesOf(file, facts)
        const bundle = bundles.find((one) => one.worker_index === worker && one.kind === 3)!
        await expectStruck(system, bundle, 3, worker)
      }
      expect(await system.market.outcomeOf(marketId)).to.equal(Outcome.No)
      await settle(system, marketId)
      const { challengers } = await expectTable(system, marketId)
      expect(await system.market.creditOf(system.challenger.address)).to.equal(challengers)
      await expectEmptied(system, marketId)
    })
  })

  it('kind 2: two answers to one request strike, under manual rules too', async () => {
    for (const [said, question] of [
      [yes, autoQuestion],
      [{ value: 'YES' }, manual],
    ] as const) {
      const { system, round, file, facts, keyOf } = await market([said, said, said, said], {}, question)
      const reply = file.answers[1]!.reply as unknown as Wire.ResolveReply
      const second = await signAnswer(round, keyOf(1), { ...reply, evidence: 'On second thoughts, no.' })
      const other = { index: 1, phase: 'resolve', request_hash: null, reply: second }
      const bundles = await bundlesOf({ ...file, other_replies: [other] }, facts)
      expect(bundles).to.have.length(1)
      await expectStruck(system, bundles[0]!, 2, 1)
    }
  })

  describe('kind 1: a sample that the source signed', () => {
    const signed = async (system: System, file: RoundFile.RoundFile, value: string, after: number) => {
      const { sourceId } = RoundFile.toReport(file).docket!.rule
      const observedAt = file.deadline + after
      const { signature } = await observe(system, sourceId, { observedAt, value: Decimal.toFixed18(value) })
      return { source_id: sourceId, observed_at: observedAt, value, signature }
    }

    /** The facts of a while after the deadline, when the sample has been taken. */
    const later = async (system: System, file: RoundFile.RoundFile) => {
      await system.time.increase(60)
      return factsOf(system, file)
    }

    it('strikes who says other', async () => {
      const { system, file } = await market([yes, yes, yes, no])
      const facts = await later(system, file)
      const observations = [await signed(system, file, '75000', 40)]
      const bundles = await bundlesOf({ ...file, observations }, facts)
      expect(bundles).to.have.length(1)
      await expectStruck(system, bundles[0]!, 1, 3)
    })

    it('strikes by a sample that another worker’s proof holds', async () => {
      const plot: Plot = async (system, round) => {
        const { sourceId } = Round.docketRule(round)!
        const observedAt = round.deadline + 40
        const sample = { observedAt, value: Decimal.toFixed18(yes.value) }
        const { signature } = await observe(system, sourceId, sample)
        const source_keys = (await system.sourceKeys.getAddress()).toLowerCase()
        const proof = { scheme: 'observation', chain_id: 31_337, source_keys, signature }
        const signs: Saying = {
          ...yes,
          tier: 1,
          proof: (parts) => {
            const [first, ...rest] = parts.evidence.items
            const provenance = { ...first!.provenance, proof }
            return { ...parts, evidence: { ...parts.evidence, items: [{ ...first!, provenance }, ...rest] } }
          },
        }
        return [signs, yes, yes, no]
      }
      const { system, file } = await market(plot)
      const bundles = await bundlesOf(file, await later(system, file))
      expect(bundles.map(({ finding }) => finding.path)).to.deep.equal(['/proofs/0/proof/evidence/items/0'])
      await expectStruck(system, bundles[0]!, 1, 3)
      expect(
        (await inspectRound(file)).result.ok,
        'without the source’s key nobody’s word is taken',
      ).to.equal(true)
    })

    it('A3: takes the vote of who doubts, and no stake', async () => {
      const { system, marketId, file } = await market([yes, yes, yes, { value: null }])
      const facts = await later(system, file)
      const observations = [await signed(system, file, '75000', 40)]
      const [bundle] = await bundlesOf({ ...file, observations }, facts)
      expect(bundle).to.include({ kind: 1, worker_index: 3, remedy: 'challenge' })
      await send(system, bundle!)
      const doubter = await system.market.getWorker(marketId, 3)
      expect([doubter.vote, doubter.reason]).to.deep.equal([Outcome.None, 36n])
      expect(await system.market.creditOf(system.challenger.address)).to.equal(0n)
    })

    it('A3 A7: is not even sent where the contract would refuse it', async () => {
      const { system, file, facts } = await market([yes, yes, yes, no])
      const { sourceId } = RoundFile.toReport(file).docket!.rule
      const early = await signed(system, file, '75000', 1)
      const late = await signed(system, file, '75000', facts.now + 1 - file.deadline)
      const offered = async (one: typeof early, at: ChainFacts) =>
        (await bundlesOf({ ...file, observations: [one] }, at)).length
      expect(await offered(early, facts), 'in time').to.equal(1)
      expect(await offered(late, facts), 'from the future').to.equal(0)
      const young = { ...facts.sourceKeys!.key!, registeredAt: file.created_at }
      const { address } = facts.sourceKeys!
      expect(await offered(early, { ...facts, sourceKeys: { address, key: young } })).to.equal(0)
      await system.sourceKeys.revoke(sourceId)
      expect(await offered(early, await factsOf(system, file)), 'revoked').to.equal(0)
    })

    it('is not even sent when the source’s key did not sign it', async () => {
      const { system, file } = await market([yes, yes, yes, no])
      const facts = await later(system, file)
      const honest = await signed(system, file, '75000', 40)
      for (const observations of [
        [{ ...honest, value: '75001' }],
        [{ ...honest, source_id: `0x${'11'.repeat(32)}` }],
      ]) {
        const { result, bundles } = await inspectRound({ ...file, observations }, facts)
        expect(result.findings[0]).to.deep.include({ code: 'BAD_SIGNATURE', remedy: 'none' })
        expect(bundles).to.deep.equal([null])
      }
    })
  })

  describe('kind 4: the round’s transcript', () => {
    const wrong = (check: Docket.Check) => ({ ...check, value: check.value + 1n })
    const lies: [string, Options][] = [
      [
        'a check in the docket that the transcript does not have',
        {
          report: (report) => {
            const { rule, checks } = report.docket!
            return {
              ...report,
              docket: { rule, checks: [checks[0]!, wrong(checks[1]!), ...checks.slice(2)] },
            }
          },
        },
      ],
      ['a transcript of another rule', { transcript: (given) => ({ ...given, rule: null }) }],
      ['a transcript of another round', { transcript: (given) => ({ ...given, round: 9 }) }],
    ]
    for (const [name, options] of lies) {
      it(`SPEC §2: ${name}: void, and asked again`, async () => {
        const { system, marketId, file, facts } = await market([yes, yes, no], options)
        const bundles = (await bundlesOf(file, facts)).filter(({ kind }) => kind === 4)
        expect(bundles.length).to.be.greaterThan(0)
        for (const bundle of bundles) {
          const snapshot = await connection.networkHelpers.takeSnapshot()
          await send(system, bundle)
          const view = await system.market.getMarket(marketId)
          expect([view.status, view.round, view.outcome]).to.deep.equal([Status.Requested, 2n, Outcome.None])
          expect(await system.market.creditOf(system.challenger.address)).to.equal(0n)
          await snapshot.restore()
        }
      })
    }
  })

  it('what no contract can decide says so, and has nothing that could be sent', async () => {
    const { file, facts } = await market([yes, yes, no], {
      report: (report) => ({
        ...report,
        records: report.records.map((record, i) => (i === 0 ? { ...record, srcQuality: 100 } : record)),
      }),
    })
    const bundles = await bundlesOf(file, facts)
    expect(
      bundles.map(({ kind, remedy, evidence, finding }) => [finding.code, kind, remedy, evidence]),
    ).to.deep.equal([['SCORE_MISMATCH', null, 'appeal', null]])
  })

  it('the report of the file is the one that the chain took, byte for byte', async () => {
    const { file, report } = await market([yes, yes, no])
    expect(RoundFile.recordsAndDocket(report)).to.equal(file.report.records_and_docket)
    expect(Report.encode(RoundFile.toReport(file)).length).to.equal(Report.encode(report).length)
  })
})
