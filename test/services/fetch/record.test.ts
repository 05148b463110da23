import { mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import * as Fixture from '../../../services/fetch/Fixture.ts'
import { live } from '../../../services/fetch/live.ts'
import { record } from '../../../services/fetch/record.ts'
import { replay } from '../../../services/fetch/replay.ts'
import { type FakeApi, startFakeApi } from '../../helpers/fakeApi.ts'
import { get } from '../../workers/source/failure.ts'

describe('record', () => {
  let folder: string
  let api: FakeApi
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'cresolver-fixtures-'))
    api = await startFakeApi(({ path }) => ({
      headers: { 'set-cookie': 'session=1', 'x-ratelimit-left': '3', 'x-key-id': 'k1' },
      body: `{"path":${JSON.stringify(path)}, "n": 1.10, "text":"§ \\u00e9 \u{1F40B}"}\n`,
    }))
  })
  after(async () => {
    await api.close()
    rmSync(folder, { recursive: true })
  })

  it('replaces an older recording, and keeps no errors unless told', async () => {
    const request = get(`${api.url}/coins/bitcoin?x=1`)
    const transport = live({ allowLoopback: true, attempts: 1 })
    await record(transport, folder)(request)
    expect(readdirSync(folder)).to.have.length(1)
    api.fail({ kind: 'status', status: 404 }, { kind: 'status', status: 404 })
    const other = get(`${api.url}/other`)
    expect((await record(transport, folder)(other)).status).to.equal(404)
    expect(readdirSync(folder)).to.have.length(1)
    await record(transport, folder, { keepErrors: true })(other)
    expect((await replay(folder)(other)).status).to.equal(404)
  })

  it('replaces a recording that was given another name', async () => {
    const request = get(`${api.url}/renamed`)
    const transport = record(live({ allowLoopback: true }), folder)
    await transport(request)
    const count = readdirSync(folder).length
    const name = Fixture.fileName(request)
    renameSync(join(folder, name), join(folder, `mine${name.slice(-22)}`))
    await transport(request)
    expect(readdirSync(folder)).to.have.length(count).and.include(name)
    expect((await replay(folder)(request)).status).to.equal(200)
  })
})
