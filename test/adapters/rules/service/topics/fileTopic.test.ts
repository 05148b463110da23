import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { emittedAfter } from '../../../../../adapters/rules/service/Reports.ts'
import { fileTopic } from '../../../../../adapters/rules/service/topics/fileTopic.ts'
import { idOf, marketOf } from '../fakeGamma.ts'
import { describeWorlds } from '../world.ts'

const files = { files: [{ name: 'reports', path: 'out/reports.ndjson' }] }

describeWorlds('topics', (world) => {
  const linesOf = (path = join(world().folder, 'out/reports.ndjson')) =>
    readFileSync(path, 'utf8').split('\n').filter(Boolean)
  const some = (n: number) => Array.from({ length: n }, (_, i) => marketOf(i))
  const bodies = async () => (await emittedAfter(world().store, 0n, 10_000)).map((row) => row.body)

  it('S4-93: a file holds every report as it was emitted, in order, each once, over restarts', async () => {
    const { gamma, settle } = world()
    gamma.put(...some(5))
    const first = await world().start(files)
    await settle(first)
    await first.stop()
    gamma.edit(idOf(2), { description: 'Resolves Yes if it snows.' })
    world().pass(301)
    await settle(await world().start(files))
    expect(linesOf()).to.have.length(6)
    expect(linesOf()).to.deep.equal(await bodies())
  })

  it('after a crash half a line is taken off, and what was written but not noted is not written again', async () => {
    const { gamma, settle, store, folder } = world()
    gamma.put(...some(4))
    const service = await world().start(files)
    await settle(service)
    // Written, and the process died before it could note that.
    await store.query('update topics set position = 1')
    appendFileSync(join(folder, 'out/reports.ndjson'), '{"report_id":"rep_rrp_0x00')
    gamma.edit(idOf(1), { description: 'Resolves Yes if it hails.' })
    world().pass(301)
    await settle(service)
    expect(linesOf()).to.have.length(5)
    expect(linesOf()).to.deep.equal(await bodies())
  })

  it('a file that was moved away is begun anew with what is new', async () => {
    const { gamma, settle, folder } = world()
    gamma.put(...some(2))
    const service = await world().start(files)
    await settle(service)
    const path = join(folder, 'out/reports.ndjson')
    renameSync(path, `${path}.1`)
    gamma.edit(idOf(1), { description: 'Resolves Yes if it hails.' })
    world().pass(301)
    await settle(service)
    expect([...linesOf(`${path}.1`), ...linesOf()]).to.deep.equal(await bodies())
  })

  it('a file that cannot be written waits; beyond its buffer the oldest are left out, and counted', async () => {
    const { gamma, settle, folder, store } = world()
    gamma.put(...some(12))
    // A folder where the file should be: not even root can write it.
    const path = join(folder, 'reports.ndjson')
    mkdirSync(path)
    const service = await world().start({ files: [{ name: 'reports', path: 'reports.ndjson', buffer: 10 }] })
    await settle(service)
    expect(await bodies()).to.have.length(12)
    expect(world().said('a topic could not be told').length).to.be.greaterThan(0)
    rmSync(path, { recursive: true })
    await settle(service)
    expect(linesOf(path)).to.deep.equal((await bodies()).slice(2))
    const text = await service.service.metrics.registry.metrics()
    expect(text).to.match(/topic_dropped_total\{topic="reports"\} 2\n/)
    expect(await fileTopic({ name: 'reports', path, buffer: 10 }).deliver(store)).to.deep.equal({
      delivered: 0,
      dropped: 0,
      behind: 0,
    })
  })

  it('a file of somebody else is appended to and left as it is', async () => {
    const { gamma, settle, folder } = world()
    gamma.put(...some(1))
    mkdirSync(join(folder, 'out'))
    const path = join(folder, 'out/reports.ndjson')
    writeFileSync(path, '{"other":1}\n')
    chmodSync(path, 0o600)
    await settle(await world().start(files))
    expect(linesOf()).to.deep.equal(['{"other":1}', ...(await bodies())])
  })

  it('S4-93, C116: reports are forgotten after a year, versions and state never; what was told is not told again', async () => {
    const { gamma, settle, store } = world()
    gamma.put(...some(2))
    const service = await world().start(files)
    await settle(service)
    world().pass(366 * 86_400)
    await settle(service)
    const count = async (table: string) =>
      Number((await store.query<{ n: bigint }>(`select count(*) as n from ${table}`))[0]!.n)
    expect(await count('reports')).to.equal(0)
    expect(await count('versions')).to.equal(2)
    expect(await count('markets')).to.equal(2)
    world().pass(3_601)
    await settle(service)
    expect(await count('reports')).to.equal(0)
    gamma.edit(idOf(0), { description: 'Resolves Yes if it thunders.' })
    world().pass(301)
    await settle(service)
    expect(await count('reports')).to.equal(1)
    expect(linesOf()).to.have.length(3)
  })
})
