import { expect } from 'chai'
import fc from 'fast-check'
import {
  type Options,
  playRound,
  type Saying,
  sampleKey,
  sampleRoundOf,
  signAnswer,
  signDefence,
} from '../../../local/samples/round.ts'
import {
  Bytes,
  type Docket,
  Finding,
  Json,
  Merkle,
  type Proof,
  type Report,
  type Round,
  RoundFile,
  Schema,
  type Transcript,
  Verification,
  Vote,
  Wire,
} from '../../../protocol/index.ts'
import type { ChainFacts } from '../../../services/chain/browser/readFacts.ts'
import { inspectRound } from '../../../workers/sentinel/index.ts'
import { budget } from '../../helpers/budget.ts'

const yes = { value: '75120.5' } as const
const no = { value: '74000' } as const
const sayings: readonly Saying[] = [yes, yes, no, 'silent']
const manual = '§question Will the bill be signed by March?\n§rule\nsource:manual'

const play = (said: readonly Saying[] = sayings, options: Options = {}, changes: Partial<Round.Round> = {}) =>
  playRound(sampleRoundOf(said.length, changes), said, options)

const copy = (file: RoundFile.RoundFile): RoundFile.RoundFile => JSON.parse(JSON.stringify(file))

/** What a chain would say that took this file's report. */
const factsOf = (file: RoundFile.RoundFile): ChainFacts => ({
  round: RoundFile.toRound(file),
  cohortStart: file.cohort_start,
  minMarginBps: file.min_margin_bps,
  standing: { yes: 0n, no: 0n, invalid: 0n },
  quorum: file.quorum,
  reported: {
    outcome: file.report.outcome,
    roundRoot: file.report.round_root as Bytes.Hex,
    recordsAndDocket: file.report.records_and_docket as Bytes.Hex,
  },
  sourceKeys: null,
})

const told = ({ code, worker_index, tree, leaf_index, kind, remedy }: Finding.RoundFinding) =>
  [code, worker_index, tree, leaf_index, kind ?? remedy].filter((part) => part !== null).join(' ')

/** All that is found, each in a line, and each with the bundle it deserves. */
async function findings(file: unknown, facts: ChainFacts | null = null) {
  const { result, bundles } = await inspectRound(file, facts)
  Schema.read(Finding.roundResult, result)
  expect(bundles).to.have.length(result.findings.length)
  for (const [i, bundle] of bundles.entries()) {
    const { remedy, kind } = result.findings[i]!
    if (remedy === 'none') expect(bundle).to.equal(null)
    else expect(Schema.read(Verification.challengeBundle, bundle)).to.deep.include({ kind, remedy })
    expect(bundle?.evidence ?? null, 'evidence is there if and only if a contract decides').to.satisfy(
      (evidence: string | null) => (evidence === null) === (kind === null),
    )
  }
  return result.findings.map(told)
}

const ofRecord =
  (index: number, change: (record: Report.Record) => Report.Record) =>
  (report: Report.Report): Report.Report => ({
    ...report,
    records: report.records.map((record, i) => (i === index ? change(record) : record)),
  })

const ofDocket =
  (change: (docket: Docket.Docket) => Docket.Docket) =>
  (report: Report.Report): Report.Report => ({ ...report, docket: change(report.docket!) })

const ofWorker =
  (index: number, change: (worker: Transcript.Worker) => Transcript.Worker) =>
  (transcript: Transcript.Transcript): Transcript.Transcript => ({
    ...transcript,
    workers: transcript.workers.map((worker, i) => (i === index ? change(worker) : worker)),
  })

describe('the sentinel on a round', () => {
  it('does an honest round again and finds nothing', async () => {
    const { file } = await play()
    const { result } = await inspectRound(file, factsOf(file))
    expect(result).to.deep.include({ ok: true, findings: [], round_root: file.report.round_root })
    const failed = result.checks.filter(({ ok }) => ok === false)
    expect(failed).to.deep.equal([])
    expect(result.checks.filter(({ ok }) => ok === null).map(({ name }) => name)).to.deep.equal([
      'statements',
      'observations',
    ])
  })

  it('does rounds of manual rules, of silent and malformed workers, of one worker and of 32', async () => {
    const rounds: [readonly Saying[], Partial<Round.Round>][] = [
      [[{ value: 'YES' }, { value: 'NO' }, { value: 'YES' }], { question: manual }],
      [['silent', 'malformed', 'silent'], {}],
      [[yes], {}],
      [[{ value: null }, { ...yes, responses: null }, { ...no, proof: false }], {}],
      [Array.from({ length: 32 }, (_, i) => (i % 5 === 4 ? no : yes)), {}],
    ]
    for (const [said, changes] of rounds) {
      const { file } = await play(said, {}, changes)
      expect(await findings(file, factsOf(file))).to.deep.equal([])
      expect(await findings({ ...file, leaves: null }), 'the leaves can be rebuilt').to.deep.equal([])
    }
  })

  it('does a round again in which the source took votes away, and in which a model scored', async () => {
    const { file } = await play(sayings, { reference: 'YES' })
    expect(RoundFile.toReport(file).records[2]!.vote).to.deep.equal(Vote.none('contradicted'))
    expect(await findings(file)).to.deep.equal([])
    const other = await play(sayings)
    const { dimensions } = other.rebuilt.entries[0]!
    const scored = {
      ...other.file,
      evaluations: [{ index: 0, dimensions: { ...dimensions!, collaboration: 3 } }],
    }
    expect(await findings(scored), 'not what was reported').to.include('SCORE_MISMATCH 0 transcript 5 appeal')
  })

  describe('a DON that lies', () => {
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

    it('about scores in the transcript: an appeal, at the leaf', async () => {
      const transcript = ofWorker(1, (worker) => ({
        ...worker,
        dimensions: { ...worker.dimensions!, timeliness: 100 },
      }))
      const { file } = await play(sayings, { transcript })
      expect(await findings(file)).to.deep.equal(['LEAF_MISMATCH 1 transcript 9 appeal'])
      expect(await findings({ ...file, leaves: null })).to.deep.equal(['ROOT_MISMATCH appeal'])
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

    const check = (given: Docket.Check): Docket.Check => ({ ...given, value: given.value + 1n })
    const inDocket = ofDocket((docket) => ({
      ...docket,
      checks: docket.checks.map((one, i) => (i === 1 ? check(one) : one)),
    }))
    const inTranscript = ofWorker(1, (worker) => ({
      ...worker,
      answer: { ...worker.answer!, check: check({ ...worker.answer!.check!, porRoot: Bytes.zero32 }) },
    }))

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

    it('about a check in both: an appeal, for nobody signed it', async () => {
      const { file } = await play(sayings, { report: inDocket, transcript: inTranscript })
      expect(await findings(file)).to.deep.equal([
        'CHECK_MISMATCH 1 transcript 7 appeal',
        'LEAF_MISMATCH 1 transcript 7 appeal',
      ])
    })

    it('about the rule in the transcript only: it voids the round', async () => {
      const { file } = await play(sayings, { transcript: (given) => ({ ...given, rule: null }) })
      expect(await findings(file)).to.deep.equal(['RULE_MISMATCH transcript 1 4'])
    })
  })

  describe('a worker that lies', () => {
    const lies: [string, Saying, string][] = [
      [
        'its own proof’s verdict is another one',
        {
          ...yes,
          proof: (parts) => ({
            ...parts,
            verdict: { ...parts.verdict, outcome: 'NO', resolution_rule_id: 'not-met' },
            ruleCheck: { ...parts.ruleCheck!, value: '74000', result: 'NO' },
          }),
        },
        'CONTRADICTED 2 reasoning 5 3',
      ],
      [
        'its own proof’s check is another one',
        { ...yes, proof: (parts) => ({ ...parts, ruleCheck: { ...parts.ruleCheck!, value: '75120.6' } }) },
        'CONTRADICTED 2 reasoning 4 3',
      ],
      [
        'its evidence is from before the window',
        {
          ...yes,
          proof: (parts) => {
            const items = parts.evidence.items.map((item, i) =>
              i === 0
                ? { ...item, normalized: { ...item.normalized!, observed_at: '2026-02-20T23:58:59Z' } }
                : item,
            )
            return { ...parts, evidence: { ...parts.evidence, items } }
          },
        },
        'OUTSIDE_WINDOW 2 evidence 0 3',
      ],
      [
        'its evidence is of a worse tier than it claims',
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
        'CONTRADICTED 2 evidence 0 3',
      ],
      [
        'its proof is about another round',
        { ...yes, proof: (parts) => ({ ...parts, round: 9 }) },
        'CONTRADICTED 2 reasoning 5 3',
      ],
    ]
    for (const [name, liar, expected] of lies) {
      it(`S2-53 S2-72: ${name}: a strike`, async () => {
        const { file } = await play([yes, yes, liar])
        const found = await findings(file, factsOf(file))
        expect(found).to.include(expected)
        expect(
          found.every((one) => one.includes(' 2 ')),
          found.join(),
        ).to.equal(true)
      })
    }

    it('its evidence was tampered with after it answered: an appeal, no contract can read it', async () => {
      const { file } = await play()
      const other = copy(file)
      const proof = other.proofs[0]!.proof as unknown as Proof.Proof
      proof.evidence.items[0]!.content = 'Something else.'
      expect(await findings(other)).to.include('CONTENT_MISMATCH 0 evidence 1 appeal')
    })

    it('it shows another proof than it answered with: that is no proof of anything', async () => {
      const { file } = await play()
      const other = copy(file)
      other.proofs[0]!.proof = other.proofs[2]!.proof
      expect(await findings(other)).to.deep.equal(['ROOT_MISMATCH 0 none'])
    })

    it('SPEC §2: two answers to one round: a strike', async () => {
      const round = sampleRoundOf(4)
      const { file } = await play()
      const reply = file.answers[2]!.reply as unknown as Wire.ResolveReply
      const second = await signAnswer(round, sampleKey(2), { ...reply, evidence: 'On second thoughts.' })
      const other = { index: 2, phase: 'resolve' as const, request_hash: null, reply: json(second) }
      expect(await findings({ ...file, other_replies: [other] })).to.deep.equal(['EQUIVOCATION 2 2'])
      const again = { ...other, reply: file.answers[2]!.reply }
      expect(await findings({ ...file, other_replies: [again] }), 'the same twice').to.deep.equal([])
      const forged = { ...other, index: 1 }
      expect(await findings({ ...file, other_replies: [forged] })).to.deep.equal(['BAD_SIGNATURE 1 none'])
      expect(await findings({ ...file, other_replies: [{ ...other, reply: 7 }] })).to.deep.equal([
        'BAD_SIGNATURE 2 none',
      ])
    })

    it('SPEC §2: two defences in one round: a strike', async () => {
      const round = sampleRoundOf(4)
      const { file, rebuilt } = await play()
      const request = rebuilt.requests[1]!
      const second = await signDefence(round, sampleKey(1), request, ['No.', 'No.', 'No.'])
      const other = { index: 1, phase: 'challenge' as const, request_hash: null, reply: json(second) }
      expect(await findings({ ...file, other_replies: [other] })).to.deep.equal(['EQUIVOCATION 1 2'])
      const named = { ...other, request_hash: Wire.requestHash(request) }
      expect(await findings({ ...file, other_replies: [named] })).to.deep.equal(['EQUIVOCATION 1 2'])
      const unasked = { ...other, index: 3 }
      expect(await findings({ ...file, other_replies: [unasked] })).to.deep.equal(['BAD_SIGNATURE 3 none'])
    })

    it('C77: two answers of a wallet that has two places prove nothing', async () => {
      const shared = sampleRoundOf(4)
      const round = {
        ...shared,
        workers: shared.workers.map((one) => ({ ...one, signer: shared.workers[0]!.signer })),
      }
      const { file } = await playRound(round, [yes, yes, yes, yes], { keyOf: () => sampleKey(0) })
      const reply = file.answers[2]!.reply as unknown as Wire.ResolveReply
      const second = await signAnswer(round, sampleKey(0), { ...reply, evidence: 'On second thoughts.' })
      const other = { index: 2, phase: 'resolve' as const, request_hash: null, reply: json(second) }
      expect(await findings({ ...file, other_replies: [other] })).to.deep.equal(['EQUIVOCATION 2 appeal'])
    })

    it('SPEC §2: without a vote there is nothing to strike', async () => {
      const round = sampleRoundOf(4)
      const silent = await play([yes, yes, yes, 'silent'])
      const first = silent.file.answers[0]!.reply as unknown as Wire.ResolveReply
      const sign = async (evidence: string) => ({
        index: 3,
        phase: 'resolve' as const,
        request_hash: null,
        reply: json(await signAnswer(round, sampleKey(3), { ...first, evidence })),
      })
      const others = [await sign('One.'), await sign('Other.')]
      expect(await findings({ ...silent.file, other_replies: others })).to.deep.equal(['EQUIVOCATION 3 none'])
    })
  })

  describe('samples that the source signed (their signatures are for a chain to check)', () => {
    const at = (file: RoundFile.RoundFile, time: number, value: string): RoundFile.SignedObservation => ({
      source_id: RoundFile.toReport(file).docket!.rule.sourceId,
      observed_at: time,
      value,
      signature: `0x${'11'.repeat(65)}`,
    })

    it('SPEC §2: the first in the window decides: who says other is struck, and nobody else', async () => {
      const { file } = await play([yes, yes, no, { value: null }])
      const seen = (...samples: [number, string][]) =>
        findings({
          ...file,
          observations: samples.map(([after, value]) => at(file, file.deadline + after, value)),
        })
      expect(await seen([30, '75000'])).to.deep.equal(['CONTRADICTED 2 1', 'CONTRADICTED 3 1'])
      expect(await seen([35, '1'], [30, '75000'])).to.deep.equal(['CONTRADICTED 2 1', 'CONTRADICTED 3 1'])
      expect(await seen([30, '1'])).to.deep.equal([
        'CONTRADICTED 0 1',
        'CONTRADICTED 1 1',
        'CONTRADICTED 3 1',
      ])
      expect(await seen([41, '75000']), 'later than a sample says nothing of it').to.deep.equal([
        'CONTRADICTED 3 1',
      ])
      expect(await seen([-1, '75000'], [3_901, '75000']), 'outside the window').to.deep.equal([])
      expect(await seen([30, '1.0000000000000000001'])).to.deep.equal(['BAD_SIGNATURE none'])
    })

    it('C55: a high is settled by a sample beyond the target, never by one below it', async () => {
      const question = [
        '§question Does BTC hit $75,000?',
        '§rule',
        'source:coingecko:bitcoin',
        'metric:price_usd_high',
        'op:gte',
        'target:75000',
      ].join('\n')
      const when = { observedAt: sampleRoundOf(1).deadline - 50, proof: false } as const
      const { file } = await play(
        [
          { ...yes, ...when },
          { ...no, ...when },
          { ...yes, ...when },
        ],
        {},
        { question },
      )
      const seen = (value: string) =>
        findings({ ...file, observations: [at(file, file.deadline - 60, value)] })
      expect(await seen('60000'), 'it may have been higher at another time').to.deep.equal([])
      expect(await seen('75000'), 'no contract can tell').to.deep.equal(['CONTRADICTED 1 appeal'])
    })

    it('a manual rule has nothing to hold them against', async () => {
      const { file } = await play([{ value: 'YES' }], {}, { question: manual })
      const observation = {
        source_id: Bytes.zero32,
        observed_at: 1,
        value: '1',
        signature: `0x${'11'.repeat(65)}`,
      }
      expect(await findings({ ...file, observations: [observation] })).to.deep.equal(['BAD_SIGNATURE none'])
    })
  })

  describe('a file that is not the round’s', () => {
    const others: [string, (file: RoundFile.RoundFile) => void][] = [
      ['/chain_id', (f) => (f.chain_id = 1)],
      ['/market', (f) => (f.market = `0x${'11'.repeat(20)}`)],
      ['/round', (f) => (f.round = 2)],
      ['/question', (f) => (f.question += ' ')],
      ['/created_at', (f) => f.created_at--],
      ['/deadline', (f) => f.deadline++],
      ['/cohort_start', (f) => f.cohort_start++],
      ['/min_margin_bps', (f) => f.min_margin_bps++],
      ['/quorum', (f) => f.quorum++],
      ['/standing/no', (f) => (f.standing.no = '1')],
      ['/workers/3', (f) => (f.workers[3]!.factor_bps = 2_501)],
      ['/workers/0', (f) => (f.workers[0]!.signer = f.workers[1]!.signer)],
      ['/report/outcome', (f) => (f.report.outcome = null)],
      ['/report/round_root', (f) => (f.report.round_root = Bytes.zero32)],
    ]
    for (const [path, change] of others) {
      it(`S2-52: the chain has another ${path}`, async () => {
        const { file } = await play()
        const facts = factsOf(file)
        const other = copy(file)
        change(other)
        const { result, bundles } = await inspectRound(other, facts)
        const found = result.findings.findIndex((one) => one.path === path)
        expect(result.findings[found]).to.deep.include({ code: 'CHAIN_MISMATCH', remedy: 'none' })
        expect(bundles[found]).to.equal(null)
      })
    }

    it('can’t be read: one finding says where, and nothing throws', async () => {
      const { file } = await play()
      const bad: [unknown, string][] = [
        [null, ''],
        [{ ...file, extra: 1 }, ''],
        [{ ...file, answers: file.answers.slice(1) }, '/answers'],
        [{ ...file, proofs: [{ index: 9, proof: null }] }, '/proofs/0/index'],
        [
          { ...file, evaluations: [1, 1].map(() => ({ index: 0, dimensions: {} })) },
          '/evaluations/0/dimensions/resolution_quality',
        ],
        [{ ...file, report: { ...file.report, records_and_docket: '0x00' } }, '/report/records_and_docket'],
      ]
      for (const [document, path] of bad) {
        const { result } = await inspectRound(document)
        expect(result).to.deep.include({ ok: false, market_id: null })
        expect(result.findings).to.have.length(1)
        expect(result.findings[0]).to.deep.include({ code: 'SCHEMA', remedy: 'none' })
        expect(result.findings[0]!.path).to.match(new RegExp(`^${path}`))
      }
    })

    it('asks for unsigned answers of more than two workers', async () => {
      const { file } = await play()
      expect(await findings({ ...file, requires_signature: false })).to.deep.equal(['SCHEMA none'])
      const two = await play([yes, yes])
      expect(await findings({ ...two.file, requires_signature: false })).to.deep.equal([])
    })
  })

  describe('every byte of a round’s file', () => {
    /**
     * What nothing commits to: flipping a byte here may go unnoticed.
     * - wall clocks of a proof, which are outside its hashes by definition;
     * - upper and lower case in the address of a signer, and names of optional keys, in an attestation's envelope: what is
     *   signed is recomputed, not read from there.
     */
    const outside = [
      /^\/proofs\/\d+\/proof\/(created_at|evidence\/collection_time)$/,
      /^\/(answers|defences)\/\d+\/reply\/attestation(\/signer)?$/,
    ]

    /** Where two values differ, by path; null where they are the same. */
    function difference(a: unknown, b: unknown, path = ''): string | null {
      if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null)
        return a === b ? null : path
      const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>]
      const keys = Object.keys(left)
      if (keys.join() !== Object.keys(right).join()) return path
      for (const key of keys) {
        const found = difference(left[key], right[key], `${path}/${key}`)
        if (found !== null) return found
      }
      return null
    }

    /** Where a change of the text went unnoticed, or null. */
    async function unnoticed(file: RoundFile.RoundFile, text: Buffer, facts: ChainFacts) {
      let value: unknown
      try {
        value = Json.parse(text.toString('utf8'))
      } catch {
        return null
      }
      const { result } = await inspectRound(value, facts)
      return result.ok ? difference(file, value) : null
    }

    const flip = (text: Buffer, at: number): Buffer => {
      const flipped = Buffer.from(text)
      flipped[at] = text[at]! ^ (1 << (at % 7))
      return flipped
    }

    it('S2-92: flipped in any field, it is noticed, unless nothing commits to it', async function () {
      this.timeout(120_000)
      const { file } = await play([yes, no])
      // Every byte of a proof has a test of its own.
      const plain = { ...file, proofs: [] }
      const facts = factsOf(plain)
      const text = Buffer.from(JSON.stringify(plain))
      const missed: string[] = []
      // A byte in the middle of every text and number, and of every name.
      for (const { index, 0: token } of text.toString('latin1').matchAll(/"(?:[^"\\]|\\.)+"|-?\d[\d.]*/g)) {
        const at = index + Math.floor(token.length / 2)
        const path = await unnoticed(plain, flip(text, at), facts)
        if (path !== null && !outside.some((one) => one.test(path))) missed.push(path)
      }
      expect(missed).to.deep.equal([])
    })

    it('S2-92: flipped anywhere, it is noticed, unless nothing commits to it', async function () {
      this.timeout(120_000)
      const { file } = await play([yes, no, 'silent'])
      const facts = factsOf(file)
      const text = Buffer.from(JSON.stringify(file))
      await fc.assert(
        fc.asyncProperty(fc.nat({ max: text.length - 1 }), async (at) => {
          const path = await unnoticed(file, flip(text, at), facts)
          if (path !== null)
            expect(
              outside.some((one) => one.test(path)),
              path,
            ).to.equal(true)
        }),
        { numRuns: budget(30, 600) },
      )
    })

    it('S2-29: wall clocks are outside', async () => {
      const { file } = await play([yes, yes])
      const other = copy(file)
      const proof = other.proofs[0]!.proof as unknown as Proof.Proof
      proof.created_at = '2030-01-01T00:00:00Z'
      proof.evidence.collection_time = '2030-01-01T00:00:00Z'
      expect(await findings(other)).to.deep.equal([])
    })
  })

  it('SPEC §7: answers and defences are read from a gateway’s batches, and who was left out is named', async () => {
    const { file } = await play()
    const round = RoundFile.toRound(file)
    const batch = (phase: RoundFile.Batch['phase'], items: RoundFile.Item[]): RoundFile.Batch =>
      Schema.read(RoundFile.batch, { market_id: 1, round: 1, phase, from: items[0]!.index, items })
    const { answers, defences } = file
    const batches = [batch('answers', answers.slice(0, 2)), batch('answers', answers.slice(2))]
    expect(RoundFile.fromBatches(round, 'answers', batches)).to.deep.equal(answers)
    expect(RoundFile.fromBatches(round, 'defences', [batch('defences', defences)])).to.deep.equal(defences)
    expect(RoundFile.fromBatches(round, 'answers', batches.slice(0, 1))[3]).to.deep.equal({
      index: 3,
      agent_id: 3,
      reply: null,
      status: 'omitted-unprobed',
    })
    expect(() => RoundFile.fromBatches({ ...round, round: 2 }, 'answers', batches)).to.throw(
      RoundFile.OtherRoundError,
    )
  })

  it('a report is read back from what its event holds, whatever the number of workers', async () => {
    for (const n of [1, 2, 15, 32]) {
      for (const changes of [{}, { question: manual }]) {
        const { file, report } = await play(Array(n).fill(yes), {}, changes)
        const rest = Bytes.fromHex(file.report.records_and_docket as Bytes.Hex)
        expect(RoundFile.recordCount(rest)).to.equal(n)
        expect(RoundFile.toReport(file)).to.deep.equal({ ...report, expiresAt: 0 })
      }
    }
    expect(RoundFile.recordCount(new Uint8Array(5))).to.equal(null)
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

const json = (value: object): Json.Json => JSON.parse(JSON.stringify(value))
