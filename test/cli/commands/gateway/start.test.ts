import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import * as start from '../../../../cli/commands/gateway/start.ts'
import { temporaryFolder } from '../../../../local/temporaryFolder.ts'
import { commandsOf } from '../../../helpers/callCommand.ts'

const gateway = commandsOf('gateway', start.register)
const market = `0x${'ab'.repeat(20)}`

describe('cresolver gateway start', () => {
  const folder = temporaryFolder('gateway')
  after(() => folder.remove())
  const configOf = (changes: object = {}): string => {
    const file = join(folder.path, 'gateway.json')
    writeFileSync(file, JSON.stringify({ market, rpcUrl: 'http://127.0.0.1:1', log: 'silent', ...changes }))
    return file
  }

  it('--check-config says for which contract it would collect, and starts nothing', async () => {
    const file = configOf({ chainId: 11_155_111, callers: { tokenHashes: ['cd'.repeat(32)] } })
    expect(await gateway.json(`start --config ${file} --check-config`)).to.deep.equal({
      ok: true,
      chain_id: 11_155_111,
      market,
    })
    expect((await gateway.call(`start --config ${file} --check-config`)).stdout).to.equal(
      `${file} is right.\n`,
    )
  })

  it('the example config is right', async () => {
    const file = 'gateway/examples/gateway.yaml'
    expect(await gateway.json(`start --config ${file} --check-config`)).to.include({ ok: true })
  })

  it('error: what is wrong with the config is named by its field, with exit code 2', async () => {
    const cases: [object, RegExp][] = [
      [{ market: '0x12' }, /market/],
      [{ deadlines: { resolveMs: 30_001 } }, /deadlines\.resolveMs/],
      [{ nonsense: 1 }, /nonsense/],
      [{ chainId: 11_155_111 }, /callers\.tokenHashes/],
      [{ rpcUrl: undefined, rpcUrlEnv: 'CRESOLVER_NO_SUCH_URL' }, /CRESOLVER_NO_SUCH_URL/],
    ]
    for (const [changes, why] of cases) {
      const { status, error, message } = await gateway.refusal(
        `start --config ${configOf(changes)} --check-config`,
      )
      expect([status, error], message).to.deep.equal([2, 'Cli.Usage'])
      expect(message).to.match(why)
    }
  })

  it('error: a port is 0 to 65535, and a config must be named', async () => {
    for (const words of [`--config ${configOf()} --port 65536`, '--port 1'])
      expect(await gateway.refusal(`start ${words}`), words).to.include({ status: 2 })
  })
})
