import { expect } from 'chai'
import fc from 'fast-check'
import type { Saying } from '../../../../local/samples/round.ts'
import { Bytes, Json, type Proof, type Round, RoundFile, Schema, Vote } from '../../../../protocol/index.ts'
import type { ChainFacts } from '../../../../services/chain/browser/readFacts.ts'
import { inspectRound, type Options } from '../../../../workers/sentinel/index.ts'
import { budget } from '../../../helpers/budget.ts'
import { copy, factsOf, findings, manual, no, play, sayings, yes } from '../rounds.ts'

describe('the sentinel on a round', () => {
  it('does an honest round again and finds nothing', async () => {
    const { file } = await play()
    const { result } = await inspectRound(file, factsOf(file))
    expect(result).to.deep.include({ ok: true, findings: [], round_root: file.report.round_root })
    const failed = result.checks.filter(({ ok }) => ok === false)
    expect(failed).to.deep.equal([])
    expect(result.checks.filter(({ ok }) => ok === null).map(({ name }) => name)).to.deep.equal([
      'citations',
      'reasoning',
      'origins',
      'statements',
      'observations',
    ])
  })

  it('AUDIT B14: subtracts what strikes have acted on, and only that', async () => {
    const { file } = await play([yes, yes, no])
    const { sourceId } = RoundFile.toReport(file).docket!.rule
    const sample = { source_id: sourceId, observed_at: file.deadline + 30, value: '75000' }
    const observed = { ...file, observations: [{ ...sample, signature: `0x${'11'.repeat(65)}` }] }
    const facts = factsOf(file)
    // Samples of a file without facts are taken at their word: a chain would check them first.
    const before = await inspectRound(observed)
    expect(before.result.findings.map(({ worker_index }) => worker_index)).to.deep.equal([2])
    const liar = { ...yes, proof: (parts: Proof.Parts) => ({ ...parts, round: 7 }) }
    const { file: lied } = await play([yes, yes, liar])
    const seen = (await inspectRound(lied, factsOf(lied))).result
    expect(seen.ok).to.equal(false)
    expect(seen.findings.every(({ worker_index }) => worker_index === 2)).to.equal(true)
    const after = await inspectRound(lied, { ...factsOf(lied), struck: [2] })
    expect(after.result).to.deep.include({ ok: true, findings: [], settled: seen.findings })
    expect(after.bundles).to.deep.equal([])
    expect(after.result.checks.find(({ name }) => name === 'proofs')).to.deep.include({ ok: true })
    const other = await inspectRound(lied, { ...factsOf(lied), struck: [1] })
    expect(other.result.findings).to.deep.equal(seen.findings)
    const elsewhere = { ...factsOf(lied), struck: [2], minMarginBps: facts.minMarginBps + 1 }
    const mismatch = (await inspectRound(lied, elsewhere)).result
    expect(mismatch.findings.map(({ code }) => code)).to.deep.equal(['CHAIN_MISMATCH'])
  })

  it('AUDIT B14: says of proofs that were not executed again why, and blames nobody', async () => {
    const { file } = await play([yes, yes, yes])
    const reasoning = async (options: Options) => {
      const { result } = await inspectRound(file, factsOf(file), options)
      const { ok, detail } = result.checks.find(({ name }) => name === 'reasoning')!
      return [result.ok, ok, detail]
    }
    expect(await reasoning({})).to.deep.equal([true, null, 'nothing was executed again'])
    const why = 'coingecko was asked at http://127.0.0.1:1, which is not known here'
    expect(await reasoning({ replay: () => ({ executed: false, why }) })).to.deep.equal([
      true,
      null,
      `3 of 3 not executed again: ${why}`,
    ])
    expect(await reasoning({ replay: () => ({ executed: true, findings: [] }) })).to.deep.equal([
      true,
      true,
      '3 executed again',
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

  describe('a file that is not the round’s', () => {
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

    it('is of the first edition, and says so', async () => {
      const { file } = await play()
      const { result } = await inspectRound({ ...file, schema_version: 'v1' })
      expect(result.findings[0]).to.deep.include({ code: 'SCHEMA', path: '', remedy: 'none' })
      expect(result.findings[0]!.message).to.match(/^This is a round's file of the first edition/)
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
})
