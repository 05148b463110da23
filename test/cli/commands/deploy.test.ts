import { rmSync } from 'node:fs'
import { expect } from 'chai'
import * as deploy from '../../../cli/commands/deploy.ts'
import { commandsOf } from '../../helpers/callCommand.ts'
import { onChain } from '../place.ts'

const cresolver = commandsOf('deploy', deploy.register)

describe('cresolver deploy', () => {
  const here = onChain()
  const elsewhere = () => `${here().folder}/elsewhere`
  const fresh = () => `--rpc-url ${here().chain.url} --deployments ${elsewhere()} --account 11`
  afterEach(() => rmSync(elsewhere(), { recursive: true, force: true }))

  it('does nothing where everything stands, and says so', async () => {
    const block = await here().client.getBlockNumber()
    const { status, stdout, stderr } = await cresolver.call(`${here().words} --account 0`)
    expect([status, stderr]).to.deep.equal([0, ''])
    expect(stdout).to.include('Everything stands already: nothing was done.')
    expect(stdout).to.include(`Recorded in ${here().folder}/31337.json.`)
    expect(stdout).to.match(
      /The market says that it is not for real money:\n {2}lock: .*\n {2}workflowId: .*\n$/,
    )
    expect(stdout).to.match(new RegExp(`CREsolverMarket +keep +${here().market}`))
    expect(await here().client.getBlockNumber()).to.equal(block)
  })

  it('--dry-run says what would be done and where, and sends nothing', async () => {
    const block = await here().client.getBlockNumber()
    const { stdout } = await cresolver.call(`--dry-run ${fresh()}`)
    expect(stdout).to.include(
      '17 contracts would be deployed, 3 calls sent:\n  KeystoneForwarder.setConfig\n',
    )
    const planned = await cresolver.json(`--dry-run ${fresh()}`)
    expect(planned).to.deep.include({ dry_run: true, deployed: 17, production_ready: null, missing: null })
    expect(await here().client.getBlockNumber()).to.equal(block)
    const done = await cresolver.json(fresh())
    expect(done.contracts).to.deep.equal(planned.contracts)
    expect(done).to.deep.include({
      dry_run: false,
      deployed: 17,
      production_ready: false,
      missing: ['lock', 'workflowId'],
    })
  })

  it('tells each step on stderr, where it spoils no output', async () => {
    const { stdout, stderr } = await cresolver.call(`--json ${fresh()}`)
    expect(stdout.trim().split('\n')).to.have.length(1)
    expect(stderr).to.match(/^CREsolverMarket at 0x[0-9a-fA-F]{40}, block \d+$/m)
    expect(stderr).to.include('CREsolverMarket.setWorkflow\n')
  })

  it('an option goes before the configured network', async () => {
    const owner = '0x00000000000000000000000000000000000cA11E'
    const { wired } = await cresolver.json(`--dry-run --owner ${owner} ${fresh()}`)
    expect(wired.at(-1)).to.include(`transferOwnership to ${owner}`)
  })

  it('error: an option that is wrong is named, before anything is sent', async () => {
    const cases: [string, RegExp][] = [
      ['--forwarder 0x12', /forwarder: /],
      ['--owner 0x00000000000000000000000000000000000ca11E', /owner: .*checksum/],
      ['--workflow-id 0x1234', /workflowIds\.0: not 32 bytes in hex/],
    ]
    for (const [words, why] of cases) {
      const { status, error, message } = await cresolver.refusal(`${words} ${fresh()}`)
      expect([status, error], words).to.deep.equal([2, 'Cli.Usage'])
      expect(message, words).to.match(why)
    }
  })
})
