import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import * as run from '../../../../cli/commands/don/run.ts'
import { startChain } from '../../../../local/startChain.ts'
import { ourWorkflow } from '../../../../local/startDon.ts'
import { temporaryFolder } from '../../../../local/temporaryFolder.ts'
import { commandsOf } from '../../../helpers/callCommand.ts'
import { tinyWorkflow } from '../../../helpers/localDon.ts'

const don = commandsOf('don', run.register)

describe('runDon', function () {
  this.timeout(120_000)
  const folder = temporaryFolder('don')
  const wasm = join(folder.path, 'tiny.wasm')
  const config = join(folder.path, 'config.json')
  before(async () => {
    writeFileSync(wasm, await tinyWorkflow())
    writeFileSync(config, JSON.stringify({ url: 'http://127.0.0.1:1' }))
  })
  after(() => folder.remove())
  const words = `run --config ${config} --port 0 --no-cron`

  it('says where it listens, runs what is asked for, and ends after so many executions', async () => {
    const running = don.begin(`${words} --workflow ${wasm} --stop-after 1 --json`)
    const { type, url, nodes, workflow_id } = JSON.parse(await running.line('"started"'))
    expect({ type, nodes }).to.deep.equal({ type: 'started', nodes: 4 })
    expect(workflow_id).to.match(/^00[0-9a-f]{62}$/)
    const request = {
      jsonrpc: '2.0',
      id: 'a',
      method: 'workflows.execute',
      params: { input: { do: 'observe', size: 9 } },
    }
    const headers = { 'content-type': 'application/json' }
    await fetch(url, { method: 'POST', headers, body: JSON.stringify(request) })
    const { status, lines } = await running.done
    expect(status).to.equal(0)
    expect(lines().at(-1)).to.include({ type: 'execution', event: 'a', error: null })
  })

  it('AUDIT E3: says in words that a configured address is zero, and that no forwarder is known', async () => {
    const chain = await startChain()
    try {
      const place = `--rpc-url ${chain.url} --deployments ${folder.path}`
      const ours = join(folder.path, 'ours.wasm')
      writeFileSync(ours, await ourWorkflow())
      const staging = fileURLToPath(new URL('../../../../workflow/config.staging.json', import.meta.url))
      const refused = await don.call(`run --config ${staging} --port 0 --no-cron --workflow ${ours} ${place}`)
      expect(refused.status).to.not.equal(0)
      expect(refused.stderr).to.include('the zero address, where nothing is')
      const running = don.begin(`${words} --workflow ${wasm} ${place}`)
      expect(await running.line('no forwarder')).to.include(
        "reports can't be written there; give --forwarder",
      )
      await running.stop()
    } finally {
      await chain.stop()
    }
  })

  it('says what is wrong with its words', async () => {
    const text = join(folder.path, 'plain.txt')
    writeFileSync(text, 'no module')
    const cases: [string, RegExp][] = [
      [`--workflow ${text}`, /is no workflow/],
      [`--workflow ${wasm} --nodes 3`, /4 to 31 nodes/],
      [`--workflow ${wasm} --nodes 32`, /4 to 31 nodes/],
      [`--workflow ${wasm} --fault 9=silent`, /There is no node 9/],
      [`--workflow ${wasm} --fault 1=lazy`, /1=byzantine/],
      [`--workflow ${wasm} --owner 0x1`, /--owner is no address/],
      [`--workflow ${wasm} --secrets ${text}`, /names no secrets/],
      [`--workflow ${wasm} --limits /nowhere.json`, /Cannot read/],
    ]
    for (const [more, why] of cases) {
      const { status, stderr } = await don.call(`${words} ${more}`)
      expect([status, why.test(stderr)], stderr).to.deep.equal([2, true])
    }
  })
})
