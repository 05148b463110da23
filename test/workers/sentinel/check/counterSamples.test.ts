import { expect } from 'chai'
import { privateKeyToAccount } from 'viem/accounts'
import { type Saying, sampleRoundOf } from '../../../../local/samples/round.ts'
import { Address, Bytes, Hash, RoundFile } from '../../../../protocol/index.ts'
import type { ChainFacts } from '../../../../services/chain/browser/readFacts.ts'
import { counterSamples, whyUncheckedSamples } from '../../../../workers/sentinel/check/counterSamples.ts'
import { sampleDigest } from '../../../../workers/source/provenance/signedSample.ts'
import { caseOf, factsOf, findings, manual, no, play, yes } from '../rounds.ts'

const sourceAccount = privateKeyToAccount(`0x${'99'.repeat(32)}`)

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
    expect(await seen([30, '1'])).to.deep.equal(['CONTRADICTED 0 1', 'CONTRADICTED 1 1', 'CONTRADICTED 3 1'])
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
    const seen = (value: string) => findings({ ...file, observations: [at(file, file.deadline - 60, value)] })
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

  describe('with the key of the source', () => {
    const key = { address: Address.of(sourceAccount.address), registeredAt: 1, isRevoked: false }
    const keys = { address: Address.of(`0x${'5c'.repeat(20)}`), key }

    const signed = async (file: RoundFile.RoundFile, after: number, value: string) => {
      const given = at(file, file.deadline + after, value)
      const sample = { observedAt: given.observed_at, value }
      const { address } = keys
      const hash = sampleDigest({ chainId: file.chain_id, address }, given.source_id, sample)
      return { ...given, signature: await sourceAccount.sign({ hash }) }
    }
    const found = (file: RoundFile.RoundFile, sourceKeys: ChainFacts['sourceKeys'] = keys) =>
      counterSamples(caseOf(file, { ...factsOf(file), sourceKeys }))
    const messagesOf = (file: RoundFile.RoundFile, sourceKeys?: ChainFacts['sourceKeys']) =>
      found(file, sourceKeys).map(({ finding }) => finding.message)

    it('S2-29: takes what the source signed, and says what it signed', async () => {
      const { file } = await play([yes, no])
      const observations = [await signed(file, 30, '75000')]
      expect(messagesOf({ ...file, observations })).to.deep.equal([
        `At ${file.deadline + 30} the source signed 75000, which gives another result.`,
      ])
    })

    it('C28: says why it does not take a sample: another signer, another source', async () => {
      const { file } = await play([yes, no])
      const one = await signed(file, 30, '75000')
      const changed = (change: object) => ({ ...file, observations: [{ ...one, ...change }] })
      expect(messagesOf(changed({ value: '75001' }))).to.deep.equal([
        `${key.address}, the key of the source, did not sign it.`,
      ])
      expect(messagesOf(changed({ source_id: Hash.ofText('x') }))[0]).to.match(
        /^It is of another source than 0x/,
      )
    })

    it('AUDIT A7, B14: a key that is unknown, revoked or not older than the market blames nobody: not checked', async () => {
      const { file } = await play([yes, no])
      const observed = { ...file, observations: [await signed(file, 30, '75000')] }
      const by = (sourceKeys: ChainFacts['sourceKeys']) => ({
        found: found(observed, sourceKeys),
        why: whyUncheckedSamples(caseOf(observed, { ...factsOf(file), sourceKeys })),
      })
      const unchecked = (why: string) => ({ found: [], why: `1 could not be checked: ${why}` })
      expect(by(null)).to.deep.equal(unchecked('The source has no registered key.'))
      expect(by({ ...keys, key: null })).to.deep.equal(unchecked('The source has no registered key.'))
      expect(by({ ...keys, key: { ...key, isRevoked: true } })).to.deep.equal(
        unchecked(`${key.address}, the key of the source, is revoked.`),
      )
      for (const registeredAt of [file.created_at, file.created_at + 1])
        expect(by({ ...keys, key: { ...key, registeredAt } })).to.deep.equal(
          unchecked(`${key.address}, the key of the source, is not older than the market.`),
        )
      const known = by({ ...keys, key: { ...key, registeredAt: file.created_at - 1 } })
      expect(known.why).to.equal(null)
      expect(known.found[0]!.bundle).to.include({ kind: 1, worker_index: 1 })
    })

    it('A3: offers no sample of the future', async () => {
      const { file } = await play([yes, { value: null }])
      const observed = { ...file, observations: [await signed(file, 3_900, '75000')] }
      const at = (after: number) =>
        counterSamples(
          caseOf(observed, { ...factsOf(file), sourceKeys: keys, now: file.deadline + after }),
        ).map(({ finding }) => [finding.message, finding.kind])
      expect(at(3_899)).to.deep.equal([['It is from the future.', null]])
      expect(at(3_900)).to.deep.equal([
        [`At ${file.deadline + 3_900} the source signed 75000, which refutes the doubt.`, 1],
      ])
    })

    it('names the seat in the market, not the place in the round', async () => {
      const { file } = await play([yes, no], { cohortStart: 32 })
      const [only] = found({ ...file, observations: [await signed(file, 30, '75000')] })
      expect(only!.bundle).to.include({ kind: 1, worker_index: 33 })
    })

    it('S2-29: takes a sample out of a worker’s own proof, if its source signed it', async () => {
      const { file: draft } = await play([yes])
      const { signature } = await signed(draft, 40, yes.value)
      const scheme = { scheme: 'observation', chain_id: 31_337, source_keys: keys.address, signature }
      const shows: Saying = {
        ...yes,
        tier: 1,
        proof: (parts) => {
          const [first, ...rest] = parts.evidence.items
          const item = { ...first!, provenance: { ...first!.provenance, proof: scheme } }
          return { ...parts, evidence: { ...parts.evidence, items: [item, ...rest] } }
        },
      }
      const { file } = await play([shows, no])
      const [only, ...more] = found(file)
      expect(more).to.deep.equal([])
      expect(only!.finding).to.include({ worker_index: 1, path: '/proofs/0/proof/evidence/items/0', kind: 1 })
      expect(counterSamples(caseOf(file)), 'without a chain there is no key to check it with').to.deep.equal(
        [],
      )
    })
  })

  it('C55: a low at the target is settled for lte and gt, and for nothing else', async () => {
    const settles = async (op: string) => {
      const question = [
        '§question Does BTC fall to $75,000?',
        '§rule',
        'source:coingecko:bitcoin',
        'metric:price_usd_low',
        `op:${op}`,
        'target:75000',
      ].join('\n')
      const when = { observedAt: sampleRoundOf(1).deadline - 50, proof: false } as const
      const { file } = await play(
        [
          { value: '76000', ...when },
          { value: '74000', ...when },
        ],
        {},
        { question },
      )
      const observations = [at(file, file.deadline - 60, '75000')]
      return (await findings({ ...file, observations })).length > 0
    }
    expect([
      await settles('lte'),
      await settles('gt'),
      await settles('gte'),
      await settles('lt'),
    ]).to.deep.equal([true, true, false, false])
  })
})
