import { expect } from 'chai'
import { describeReplay, replayAt } from '../../../../cli/commands/proof/replay.ts'
import { sampleParts } from '../../../../local/samples/proof.ts'
import { Proof } from '../../../../protocol/index.ts'
import { aap } from '../../../../workers/pipeline/aap.ts'
import { SourceConfig } from '../../../../workers/source/index.ts'
import { taskOf, transportOf } from '../../../workers/pipeline/helpers.ts'

const base = 'http://127.0.0.1:4567/api/v3'

describe('executing a proof again from the command line', () => {
  it('AUDIT B14: knows the places that the deployment’s record names, beside those built in', async () => {
    const sources = SourceConfig.createRegistry(SourceConfig.schema.parse({ baseUrls: { coingecko: base } }))
    const task = taskOf()
    const asked: string[] = []
    const { deadline } = task
    const transport: ReturnType<typeof transportOf> = async (request, options) => {
      asked.push(request.url)
      return transportOf({
        [request.url]: JSON.stringify({
          prices: [[deadline! * 1_000, 74_000]],
          market_caps: [],
          total_volumes: [],
        }),
      })(request, options)
    }
    const { proof } = await aap({ collectorId: 'agent-7', sources, transport }).resolve(task)
    expect(asked[0]).to.match(/^http:\/\/127\.0\.0\.1:4567/)
    expect(replayAt({})(proof!)).to.deep.equal({
      executed: false,
      why: 'coingecko was asked at http://127.0.0.1:4567, which is not known here',
    })
    expect(replayAt({ coingecko: ['http://127.0.0.1:1', base] })(proof!)).to.deep.equal({
      executed: true,
      findings: [],
    })
  })

  it('says why nothing was executed', () => {
    expect(describeReplay(Proof.buildPorBundle(sampleParts()))).to.equal(
      'It was not executed again: another program made it.',
    )
    expect(describeReplay({})).to.equal('It was not executed again: it cannot be read.')
  })
})
