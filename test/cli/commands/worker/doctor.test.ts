import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { text } from '../../../../cli/commands/worker/acquisition.ts'
import * as doctor from '../../../../cli/commands/worker/doctor.ts'
import { temporaryFolder } from '../../../../local/temporaryFolder.ts'
import { commandsOf } from '../../../helpers/callCommand.ts'
import { type FakeApi, startFakeApi } from '../../../helpers/fakeApi.ts'
import { key, type Provider, startProvider } from '../../../services/model/fakeProvider.ts'
import * as faults from '../../../services/model/faults.ts'

const worker = commandsOf('worker', doctor.register)
const structure = JSON.stringify({
  missing_fields: ['event'],
  subject: null,
  threshold: null,
  last_day: null,
  synonyms: [],
})

describe('cresolver worker doctor', () => {
  const folder = temporaryFolder('doctor')
  let api: FakeApi
  let provider: Provider
  before(async () => {
    api = await startFakeApi(() => ({ body: '<p>News</p>' }))
    provider = await startProvider('anthropic')
  })
  after(async () => {
    await api.close()
    await provider.close()
    folder.remove()
  })

  function configOf(changes: object = {}): string {
    const file = join(folder.path, 'worker.json')
    const { host } = new URL(api.url)
    const config = {
      ...{ agentId: 1, personality: 'llm' },
      sources: { transport: 'live', allowHttp: true, allowLoopback: true, hosts: [host, '127.0.0.1'] },
      text: { sources: [{ ...text.sources[0], id: 'news', url: `${api.url}/news` }] },
      model: { kind: 'anthropic', baseUrl: provider.baseUrl, model: 'fake', keyEnv: 'FAKE_KEY' },
    }
    writeFileSync(file, JSON.stringify({ ...config, ...changes }))
    return file
  }
  const env = { FAKE_KEY: key }

  it('AUDIT B6: exits with 0 where all that it called works, and shows no key', async () => {
    provider.misbehave(faults.says(structure))
    const { status, stdout, stderr } = await worker.call(`doctor --config ${configOf()}`, { env })
    expect(status, stderr).to.equal(0)
    expect(stdout)
      .to.match(/^ok +model +anthropic:fake {2}1200 \+ 34 tokens, cost unknown without prices \(\d+ ms\)$/m)
      .and.match(/^ok +page +news {2}11 characters/m)
      .and.include('All 2 calls worked.')
    expect(stdout + stderr).to.not.include(key)
  })

  it('AUDIT B6: exits with 1 where something does not work, and says what to do; as one line of JSON, too', async () => {
    provider.misbehave(faults.withoutCredit)
    const { status, stdout } = await worker.call(`doctor --config ${configOf()} --json`, { env })
    expect(status).to.equal(1)
    const { ok, checkups } = JSON.parse(stdout)
    expect(ok).to.equal(false)
    expect(checkups[0]).to.deep.include({ kind: 'model', status: 'failed' })
    expect(checkups[0].todo.join()).to.include('Add credit')
    provider.misbehave(faults.withoutCredit)
    const shown = await worker.call(`doctor --config ${configOf()}`, { env })
    expect(shown.stdout).to.include('Not everything works.').and.include('         Add credit')
  })

  it('error: a config that cannot be read is a usage error', async () => {
    expect(await worker.refusal(`doctor --config ${configOf({ nonsense: 1 })}`)).to.include({ status: 2 })
    expect(await worker.refusal(`doctor --config ${configOf()} --timeout never`)).to.include({ status: 2 })
  })
})
