import { expect } from 'chai'
import { openResolving, sourcesConfig } from '../../../cli/moltbook/resolving.ts'
import { Instant, Question } from '../../../protocol/index.ts'
import { type Answer, type FakeApi, startFakeApi } from '../../helpers/fakeApi.ts'

const deadline = Instant.parse('2026-02-20T23:59:00Z')
const text =
  '§question Will the Elbe stand at 1 m then?\n§rule\nsource:http:elbe\nmetric:level\nop:gte\ntarget:1'
const { rule } = Question.validate(text)

describe('values for markets of Moltbook', () => {
  let gauge: FakeApi
  let answer: Answer
  before(async () => {
    gauge = await startFakeApi(() => answer)
  })
  beforeEach(() => {
    answer = { body: '{"level":4.2}' }
  })
  after(() => gauge.close())
  const open = () => {
    const http = [{ id: 'elbe', metric: 'level', url: `${gauge.url}/elbe?from={from}`, value: '$.level' }]
    return openResolving(
      sourcesConfig.parse({ sources: { transport: 'live', allowLoopback: true, attempts: 1, http } }),
    )
  }
  const times = { deadline, created: deadline - 3_600 } as never

  it('live by default, and without a second provider', () => {
    const config = sourcesConfig.parse({})
    expect(config.sources.transport).to.equal('live')
    expect(config.panel).to.equal(null)
    expect(() => sourcesConfig.parse({ nonsense: 1 })).to.throw()
  })

  it('a sample has its time and its value as the source wrote it', async () => {
    const sample = await open().sampleAt(rule as never, times)
    expect(sample!.value).to.equal('4.2')
    expect(sample!.observedAt).to.be.a('number')
  })

  it('error: a source that does not answer is an error of the transport', async () => {
    answer = { status: 503, body: '{}' }
    const failure = await open()
      .sampleAt(rule as never, times)
      .then(
        (sample) => sample,
        (error: Error) => error.name,
      )
    expect(failure === null || typeof failure === 'string').to.equal(true)
  })
})
