import { expect } from 'chai'
import { runTask } from '../../../adapters/participant/runTask.ts'
import { readSpecs } from '../../../adapters/participant/specs/Specs.ts'
import { readTask } from '../../../adapters/participant/Task.ts'
import { gist, miningTask, portsOf } from './helpers.ts'

describe('a task', () => {
  const refused = async (task: unknown) =>
    gist(await runTask(task, portsOf({ fetch: () => expect.fail('it fetched') })))

  it('S3-40 C91 is none if it asks for a vote on an intent, or for anything else', async () => {
    const task = miningTask('https://example.org')
    expect(await refused({ ...task, taskType: 'vote_intent_judgment' })).to.equal('ERROR - UNSUPPORTED_TASK')
    expect(await refused({ ...task, taskType: 'toString' })).to.equal('ERROR - UNSUPPORTED_TASK')
    expect(await refused({})).to.equal('ERROR - UNSUPPORTED_TASK')
    for (const value of [null, 7, 'mine_claim', []])
      expect(await refused(value)).to.equal('ERROR - MALFORMED_TASK')
  })

  it('C87 with an extractor of no known type is an error', async () => {
    expect(await refused(miningTask('https://example.org', { type: 'javascript', recipe: 'x' }))).to.equal(
      'ERROR - UNKNOWN_EXTRACTOR',
    )
    expect(await refused(miningTask('https://example.org', {}))).to.equal('ERROR - INVALID_RECIPE')
  })

  it('with a field too many, too few or of another type is malformed', async () => {
    const task = miningTask('https://example.org')
    const broken = [
      { ...task, epochId: 1.5 },
      { ...task, epochId: '1' },
      { ...task, fundId: '' },
      { ...task, privateKey: '0x00' },
      { ...task, sourceSpec: undefined },
      { ...task, roomId: '\ud800' },
      { ...task, sourceSpec: { ...task.sourceSpec, freshnessSeconds: -1 } },
    ]
    for (const one of broken) expect(await refused(one)).to.equal('ERROR - MALFORMED_TASK')
  })

  it('S3-6 takes the whole spec of a name that is registered, and says what a template needs', () => {
    const spec = {
      sourceSpecId: 'price',
      sourceRef: 'https://example.org/price',
      extractor: { type: 'jsonpath', recipe: '$.price' },
      freshnessSeconds: 60,
    }
    const template = { ...spec, sourceSpecId: 'chart', sourceRef: 'https://example.org/?from={from}' }
    const specs = readSpecs(JSON.stringify([spec, template].map((one) => ({ ...one, about: 'a price' }))))
    const named = (sourceSpecId: string) => ({ ...miningTask(''), sourceSpec: { sourceSpecId } })
    expect(readTask(named('price'), specs))
      .to.have.property('sourceSpec')
      .that.deep.equals(spec)
    expect(() => readTask(named('chart'), specs)).to.throw('chart needs a sourceRef')
    expect(() => readTask(named('other'), specs)).to.throw('No source spec is registered here as other')
    expect(() => readTask(named('price'))).to.throw('No source spec is registered')
  })
})
