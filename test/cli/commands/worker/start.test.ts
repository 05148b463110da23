import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import * as start from '../../../../cli/commands/worker/start.ts'
import { temporaryFolder } from '../../../../local/temporaryFolder.ts'
import { commandsOf } from '../../../helpers/callCommand.ts'
import { unpack } from '../../../pins/archive.ts'
import { pinFile } from '../../../pins/pin.ts'

const worker = commandsOf('worker', start.register)

describe('cresolver worker start', () => {
  const folder = temporaryFolder('worker')
  before(() => {
    mkdirSync(join(folder.path, 'fixtures'))
    // A database that is there already: making one takes seconds.
    unpack(readFileSync(pinFile('database.tar.br')), join(folder.path, 'store'))
  })
  after(() => folder.remove())
  const configOf = (changes: object = {}): string => {
    const file = join(folder.path, 'worker.json')
    const sources = { transport: 'replay', fixtures: 'fixtures' }
    const store = { folder: join(folder.path, 'store') }
    const config = { agentId: 7, personality: 'aap', sources, store, log: 'silent' }
    writeFileSync(file, JSON.stringify({ ...config, ...changes }))
    return file
  }

  it('--check-config says who it would be, and starts nothing', async () => {
    const file = configOf()
    expect(await worker.json(`start --config ${file} --check-config`)).to.deep.equal({
      ok: true,
      personality: 'aap',
      agent_id: 7,
    })
    expect((await worker.call(`start --config ${file} --check-config`)).stdout).to.equal(
      `${file} is right.\n`,
    )
  })

  it('listens where it is told, says that it does not sign and why, and ends when it is stopped', async function () {
    this.timeout(60_000)
    const running = worker.begin(`start --config ${configOf()} --port 0`)
    const line = await running.line()
    expect(line).to.match(/^http:\/\/127\.0\.0\.1:\d+ {2}aap {2}agent 7 {2}unsigned \(no chain\)$/)
    const [url] = line.split(' ')
    expect(url).not.to.match(/:4100$/)
    expect((await fetch(`${url}/health`)).status).to.equal(200)
    expect((await running.stop()).status).to.equal(0)
    const gone = await fetch(`${url}/health`).catch(() => null)
    expect(gone).to.equal(null)
  })

  it('error: what is wrong with the config is named by its field; a missing key, by its variable', async () => {
    const keyed = {
      keyEnv: 'CRESOLVER_NO_SUCH_KEY',
      market: `0x${'ab'.repeat(20)}`,
      rpcUrl: 'http://127.0.0.1:1',
    }
    const cases: [object, RegExp][] = [
      [{ personality: 'oracle' }, /personality/],
      [{ agentId: -1 }, /agentId/],
      [{ nonsense: 1 }, /nonsense/],
      [keyed, /CRESOLVER_NO_SUCH_KEY/],
    ]
    for (const [changes, why] of cases) {
      const { status, error, message } = await worker.refusal(
        `start --config ${configOf(changes)} --check-config`,
      )
      expect([status, error], message).to.deep.equal([2, 'Cli.Usage'])
      expect(message).to.match(why)
    }
    expect(await worker.refusal(`start --config ${configOf()} --port 70000`)).to.include({ status: 2 })
  })
})
