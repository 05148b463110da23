import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { testAccount, testKey } from '../../../../cli/chain/account.ts'
import * as start from '../../../../cli/commands/keeper/start.ts'
import { temporaryFolder } from '../../../../local/temporaryFolder.ts'
import { commandsOf } from '../../../helpers/callCommand.ts'

const keeper = commandsOf('keeper', start.register)
const market = `0x${'ab'.repeat(20)}`
const env = { KEEPER_KEY: testKey(4) }

describe('cresolver keeper start', () => {
  const folder = temporaryFolder('keeper')
  after(() => folder.remove())
  const configOf = (changes: object = {}): string => {
    const file = join(folder.path, 'keeper.json')
    const least = { market, rpcUrl: 'http://127.0.0.1:1', keyEnv: 'KEEPER_KEY', log: 'silent' }
    writeFileSync(file, JSON.stringify({ ...least, ...changes }))
    return file
  }

  it('--check-config says for which contract it would call and who would pay, and starts nothing', async () => {
    const file = configOf({ chainId: 11_155_111 })
    const account = testAccount(4).address
    expect(await keeper.json(`start --config ${file} --check-config`, { env })).to.deep.equal({
      ...{ ok: true, chain_id: 11_155_111, market, account },
    })
    expect((await keeper.call(`start --config ${file} --check-config`, { env })).stdout).to.equal(
      `${file} is right. ${account} pays.\n`,
    )
  })

  it('the example config is right', async () => {
    const words = 'start --config keeper/examples/keeper.yaml --check-config'
    expect(await keeper.json(words, { env })).to.include({ ok: true })
  })

  it('error: what is wrong with the config is named by its field, with exit code 2', async () => {
    const cases: [object, RegExp][] = [
      [{ market: '0x12' }, /market/],
      [{ budget: { perDay: 1 } }, /budget\.perDay/],
      [{ keyEnv: 'CRESOLVER_NO_SUCH_KEY' }, /CRESOLVER_NO_SUCH_KEY/],
      [{ nonsense: 1 }, /nonsense/],
    ]
    for (const [changes, why] of cases) {
      const { status, error, message } = await keeper.refusal(
        `start --config ${configOf(changes)} --check-config`,
        { env },
      )
      expect([status, error], message).to.deep.equal([2, 'Cli.Usage'])
      expect(message).to.match(why)
    }
  })

  it('error: no node, and it says so instead of starting', async () => {
    const file = configOf({ store: { folder: join(folder.path, 'store') } })
    const { error } = await keeper.refusal(`start --config ${file} --port 0`, { env })
    expect(error).to.equal('Chain.Unavailable')
  }).timeout(60_000)
})
