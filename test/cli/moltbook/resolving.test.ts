import { expect } from 'chai'
import type { Subject } from '../../../adapters/moltbook/index.ts'
import { openResolving } from '../../../cli/moltbook/resolving.ts'
import { sourcesConfig } from '../../../cli/source/sourcesConfig.ts'
import { Address, Instant, Question, Verification } from '../../../protocol/index.ts'
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
  const now = deadline + 86_400

  it('live by default, and without a second provider', () => {
    const config = sourcesConfig.parse({})
    expect(config.sources.transport).to.equal('live')
    expect(config.panel).to.equal(null)
    expect(() => sourcesConfig.parse({ nonsense: 1 })).to.throw()
  })

  it('S0-32 B8: a dry run says what the source would answer today', async () => {
    const run = await open().dryRun(rule as never, now)
    expect(run).to.include({ kind: 'answered', outcome: 'YES' })
    expect(run).to.have.nested.property('sample.value', '4.2')
    answer = { body: '{}' }
    expect((await open().dryRun(rule as never, now)).kind).to.equal('silent')
    answer = { status: 503, body: '{}' }
    expect((await open().dryRun(rule as never, now)).kind).to.equal('away')
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
