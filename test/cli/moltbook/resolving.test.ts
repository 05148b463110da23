import { expect } from 'chai'
import type { Subject } from '../../../adapters/moltbook/index.ts'
import { openResolving, sourcesConfig } from '../../../cli/moltbook/resolving.ts'
import { Address, Instant, Question, Verification } from '../../../protocol/index.ts'
import { failed } from '../../adapters/moltbook/failed.ts'
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

  it('no sample is null; a source that does not answer is an error', async () => {
    answer = { body: '{}' }
    expect(await open().sampleAt(rule as never, times)).to.equal(null)
    answer = { status: 503, body: '{}' }
    expect((await failed(open().sampleAt(rule as never, times))).name).to.equal('Source.StatusError')
  })

  const subject: Subject = Question.pose({
    ...{ chain_id: 31_337, market: Address.of(`0x${'00'.repeat(20)}`), market_id: 'market_1', round: 1 },
    ...{ question: text, deadline, created: deadline - 3_600 },
  })

  it('S0-58: resolves as a worker does, with a proof that names its own place and holds', async () => {
    const attempt = await open().resolve(subject, rule as never)
    if (attempt.kind !== 'proven') throw new Error(attempt.message)
    expect(attempt.failure).to.equal(null)
    expect(attempt.proof.bundle.verdict.outcome).to.equal('YES')
    expect(attempt.proof.evidence.collector_id).to.equal('aap-adapter')
    expect(Verification.verifyPorBundle(attempt.proof).ok).to.equal(true)
  })

  it('a source that is down may answer later; what is wrong with the question will stay wrong', async () => {
    answer = { status: 503, body: '{}' }
    expect(await open().resolve(subject, rule as never)).to.include({ kind: 'failed', isPassing: true })
    const broken = await open().resolve(Question.pose({ ...subject, question: '§question' }), rule as never)
    expect(broken).to.include({ kind: 'failed', isPassing: false })
  })
})
