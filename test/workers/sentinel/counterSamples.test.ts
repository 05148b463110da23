import { expect } from 'chai'
import { sampleRoundOf } from '../../../local/samples/round.ts'
import { Bytes, RoundFile } from '../../../protocol/index.ts'
import { findings, manual, no, play, yes } from './rounds.ts'

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
})
