import { expect } from 'chai'
import * as Options from '../../../workers/conformance/Options.ts'
import * as Probe from '../../../workers/conformance/Probe.ts'
import { formatProspects, prospectsOf } from '../../../workers/conformance/prospects.ts'
import { signer, startWorker, type Twist } from './conformingWorker.ts'
import { startPlainWorker } from './plainWorker.ts'

describe('what answers would come to in a round', () => {
  const told = async (worker: { url: string; close(): Promise<void> }, input: Options.Input = {}) => {
    const prospects = await prospectsOf(Probe.create(new URL(worker.url), Options.read(input)))
    await worker.close()
    return prospects.map(({ by, heard, vote, lossBps }) => [by, heard, vote.outcome ?? vote.reason, lossBps])
  }
  const twisted = async (twist: Twist, input?: Options.Input) => told(await startWorker(twist), input)

  it('C142 C143: as the protocol decides it, through a gateway and asked directly', async () => {
    const brief = { evidence: 'The minutes say so.', confidence: 0.8 }
    expect(await told(await startPlainWorker(brief))).to.deep.equal([
      ['words', 'through a gateway', 'plain', 1_000],
      ['words', 'asked directly', 'YES', 5_000],
      ['a number', 'through a gateway', 'plain', 1_000],
      ['a number', 'asked directly', 'no-check', 5_000],
    ])
    const wallets = (await twisted({}, { signer })).map(([, , vote]) => vote)
    expect(wallets).to.deep.equal(['YES', 'YES', 'YES', 'YES'])
  })

  it('C3: a signature of another key than the one that joined counts nowhere', async () => {
    const other = `0x${'12'.repeat(20)}`
    expect((await twisted({}, { signer: other })).map(([, , vote]) => vote)).to.deep.equal(
      Array(4).fill('bad-signature'),
    )
  })

  it('C54: doubt loses a tenth; silence, half', async () => {
    const doubt = { determination: false, confidence: 0, outcome: 'INVALID' as const }
    const rule_check = { observed_at: 0, value: '0', tier: 3, result: 'INVALID' as const }
    const doubtful = await twisted({
      answer: ({ por, citations, ...reply }) => ({
        ...{ ...reply, ...doubt, sources: [] },
        ...(reply.rule_check === undefined ? {} : { rule_check }),
      }),
    })
    expect(doubtful.map(([, , ...rest]) => rest)).to.deep.equal(Array(4).fill(['INVALID', 1_000]))
    const away = await twisted({ take: (_, response) => response.writeHead(503).end() !== undefined })
    expect(new Set(away.map(([, , ...rest]) => rest.join(' ')))).to.deep.equal(new Set(['http-error 5000']))
  })

  it('says equal things once', () => {
    const vote = { outcome: 'INVALID', reason: null } as const
    const both = (['words', 'a number'] as const).map((by) => ({
      ...{ by, vote, lossBps: 1_000 },
      heard: 'asked directly' as const,
    }))
    expect(formatProspects(both)).to.equal(
      'In a round that ends Yes or No, of its stake: words asked directly, a number asked directly: ' +
        'counts as doubt, −10 % unless it ends Invalid.',
    )
  })
})
