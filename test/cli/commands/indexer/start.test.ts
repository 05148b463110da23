import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import * as start from '../../../../cli/commands/indexer/start.ts'
import { temporaryFolder } from '../../../../local/temporaryFolder.ts'
import { commandsOf } from '../../../helpers/callCommand.ts'

const indexer = commandsOf('indexer', start.register)
const market = `0x${'ab'.repeat(20)}`

describe('cresolver indexer start', () => {
  const folder = temporaryFolder('indexer')
  after(() => folder.remove())
  const configOf = (changes: object = {}): string => {
    const file = join(folder.path, 'indexer.json')
    writeFileSync(file, JSON.stringify({ market, rpcUrl: 'http://127.0.0.1:1', log: 'silent', ...changes }))
    return file
  }

  it('--check-config says which contract it would follow, and starts nothing', async () => {
    const file = configOf({ chainId: 5 })
    expect(await indexer.json(`start --config ${file} --check-config`)).to.deep.equal({
      ...{ ok: true, chain_id: 5, market },
    })
    expect((await indexer.call(`start --config ${file} --check-config`)).stdout).to.equal(
      `${file} is right.\n`,
    )
  })

  it('takes the contracts from the record of the deployment', async () => {
    const contracts = { CREsolverMarket: { address: market, block: 3, codeHash: null } }
    writeFileSync(join(folder.path, '5.json'), JSON.stringify({ chainId: 5, network: 'x', contracts }))
    const file = configOf({ market: undefined, deployment: '5.json', chainId: 5 })
    expect(await indexer.json(`start --config ${file} --check-config`)).to.include({ market })
  })

  it('error: what is wrong with the config is named by its field, with exit code 2', async () => {
    const cases: [object, RegExp][] = [
      [{ market: '0x12' }, /market/],
      [{ deployment: 'none.json', market: undefined }, /record of a deployment/],
      [{ gateways: 7 }, /gateways/],
    ]
    for (const [changes, why] of cases) {
      const { status, error, message } = await indexer.refusal(
        `start --config ${configOf(changes)} --check-config`,
      )
      expect([status, error], message).to.deep.equal([2, 'Cli.Usage'])
      expect(message).to.match(why)
    }
  })

  it('error: no node, and it says so instead of starting', async () => {
    const file = configOf({ store: { folder: join(folder.path, 'store') } })
    const { error } = await indexer.refusal(`start --config ${file} --port 0`)
    expect(error).to.equal('Chain.Unavailable')
  }).timeout(60_000)
})
