import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import fc from 'fast-check'
import { createWalletClient, http } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { hardhat } from 'viem/chains'
import { chainSwitch, envSwitch, watchSwitches } from '../../../../adapters/rules/service/KillSwitch.ts'
import { killSwitchAbi } from '../../../../deployments/abi/index.ts'
import { killSwitchBytecode } from '../../../../deployments/bytecode/index.ts'
import { budget } from '../../../helpers/budget.ts'
import { startNode } from '../../../helpers/commandLine.ts'
import { startFakeApi } from '../../../helpers/fakeApi.ts'
import { idOf, marketOf } from './fakeGamma.ts'
import { describeWorlds, makeWorld } from './world.ts'

describeWorlds('the KillSwitch', (world) => {
  it('S4-70, C106: parsing goes on while it is on, and what was found goes out once when it is released', async () => {
    const { gamma, settle, reports, folder, said, store } = world()
    gamma.put(marketOf(1), marketOf(2))
    const file = join(folder, 'STOP')
    const service = await world().start({ killSwitch: { file: 'STOP' } })
    await settle(service)
    expect(await reports()).to.have.length(2)
    writeFileSync(file, '')
    gamma.edit(idOf(1), { description: 'Resolves Yes if A happens.' })
    world().pass(301)
    await settle(service)
    gamma.edit(idOf(1), { description: 'Resolves Yes if B happens.' })
    world().pass(301)
    await settle(service)
    expect(await reports()).to.have.length(2)
    const [row] = await store.query('select version from markets where condition_id = $1', [idOf(1)])
    expect(row).to.deep.equal({ version: 3 })
    expect(said('KILL_SWITCH_ACTIVE').length).to.be.greaterThan(0)
    rmSync(file)
    world().pass(10)
    await settle(service, service)
    const told = await reports()
    expect(told.slice(2).map((report) => [report.condition_id, report.version.number])).to.deep.equal([
      [idOf(1), 2],
      [idOf(1), 3],
    ])
    world().pass(301)
    await settle(service)
    expect(await reports()).to.have.length(4)
  })

  it('C108: what became stale while it was on waits for fresh data after its release', async () => {
    const { gamma, settle, reports } = world()
    gamma.put(marketOf(1))
    const env: NodeJS.ProcessEnv = { STOP: '1' }
    const service = await world().start({ killSwitch: { env: 'STOP' } }, { env })
    await settle(service)
    gamma.outage = { status: 500, body: '' }
    for (let i = 0; i < 12; i++) {
      world().pass(60)
      await settle(service)
    }
    env.STOP = 'off'
    world().pass(60)
    await settle(service)
    expect(await reports()).to.deep.equal([])
    gamma.outage = null
    world().pass(301)
    await settle(service)
    expect(await reports()).to.have.length(1)
  })

  it('a market that has resolved meanwhile does not age: what is told of it goes out on release', async () => {
    const { gamma, settle, reports } = world()
    gamma.put(marketOf(1))
    const env: NodeJS.ProcessEnv = { STOP: 'on' }
    const service = await world().start({ killSwitch: { env: 'STOP' } }, { env })
    await settle(service)
    gamma.edit(idOf(1), { closed: true, umaResolutionStatus: 'resolved' })
    world().pass(301)
    await settle(service)
    world().pass(86_400)
    await settle(service)
    env.STOP = 'off'
    world().pass(6)
    await settle(service)
    expect(await reports()).to.have.length(1)
  })

  it('an address that says so holds reports back, and so does one that cannot be asked or talks nonsense', async () => {
    const { gamma, settle, reports, said } = world()
    gamma.put(marketOf(1))
    let body = '{"active":true}'
    const api = await startFakeApi(() => ({ body }))
    try {
      const service = await world().start({ killSwitch: { url: `${api.url}/status` } })
      await settle(service)
      expect(said('KILL_SWITCH_ACTIVE').at(-1)).to.include({ switch: 'the address is on' })
      for (const wrong of ['{"active":"no"}', '', '[]', '{}']) {
        body = wrong
        world().pass(6)
        await settle(service)
        expect(said('KILL_SWITCH_ACTIVE').at(-1)).to.include({ switch: 'the address cannot be read' })
      }
      api.fail({ kind: 'status', status: 500 })
      world().pass(6)
      await service.engine.tick()
      expect(await reports()).to.deep.equal([])
      body = '{"active":false}'
      world().pass(6)
      await settle(service)
      expect(await reports()).to.have.length(1)
    } finally {
      await api.close()
    }
  })

  it('a file that cannot be read holds reports back; one that says off does not', async () => {
    const { gamma, settle, reports, folder } = world()
    gamma.put(marketOf(1))
    mkdirSync(join(folder, 'STOP'))
    const service = await world().start({ killSwitch: { file: 'STOP' } })
    await settle(service)
    expect(await reports()).to.deep.equal([])
    rmSync(join(folder, 'STOP'), { recursive: true })
    writeFileSync(join(folder, 'STOP'), 'off\n')
    world().pass(6)
    await settle(service)
    expect(await reports()).to.have.length(1)
  })

  it('S4-50: No ObservationReport emitted when KillSwitch is active, whatever happens in what order', async function () {
    if (!this.test!.titlePath().join(' ').includes('embedded')) return
    this.timeout(240_000)
    const steps = fc.array(fc.constantFrom('stop', 'release', 'edit', 'poll', 'reparse', 'wait'), {
      minLength: 5,
      maxLength: 14,
    })
    const { gamma, settle } = world()
    gamma.put(marketOf(1))
    const env: NodeJS.ProcessEnv = {}
    const service = await world().start({ killSwitch: { env: 'STOP' } }, { env })
    let edits = 0
    await fc.assert(
      fc.asyncProperty(steps, async (some) => {
        for (const step of some) {
          const before = (await world().reports()).length
          const wasOn = env.STOP === 'on'
          if (step === 'stop') env.STOP = 'on'
          else if (step === 'release') env.STOP = 'off'
          else if (step === 'edit')
            gamma.edit(idOf(1), { description: `Resolves Yes if event ${++edits} happens.` })
          else if (step === 'reparse') await service.engine.reparse({ trace: null })
          else world().pass(step === 'poll' ? 301 : 20)
          await settle(service)
          if (wasOn && env.STOP === 'on') expect((await world().reports()).length).to.equal(before)
        }
        env.STOP = 'off'
        for (const seconds of [301, 6]) {
          world().pass(seconds)
          await settle(service)
        }
        const told = await world().reports()
        expect(new Set(told.map((report) => report.report_id)).size).to.equal(told.length)
      }),
      { numRuns: budget(6, 30) },
    )
    // Every edit that a poll saw is told of in the end, exactly once.
    const [row] = await world().store.query<{ reports: number }>('select reports from markets')
    expect(await world().reports()).to.have.length(row!.reports)
  })
})

describe('switches', () => {
  const on = (name: string, isOn: () => Promise<boolean>) => ({ name, isOn })

  it('S4-14: one that is on is enough, and one that cannot be read counts as on', async () => {
    const off = on('the file', async () => false)
    expect(await watchSwitches([]).read()).to.equal(null)
    expect(await watchSwitches([off]).read()).to.equal(null)
    expect(await watchSwitches([off, on('the address', async () => true)]).read()).to.equal(
      'the address is on',
    )
    const broken = on('the contract', () => Promise.reject(new Error('secret')))
    expect(await watchSwitches([off, broken]).read()).to.equal('the contract cannot be read')
  })

  it('S4-14: a variable is off when it is empty, absent or says so, and on otherwise', async () => {
    const isOn = (value: string | undefined) => envSwitch('STOP', { STOP: value }).isOn()
    for (const value of [undefined, '', '  ', 'off', 'OFF ', '0', 'false'])
      expect(await isOn(value), value).to.equal(false)
    for (const value of ['on', '1', 'true', 'yes', 'no']) expect(await isOn(value), value).to.equal(true)
  })
})

describe('the KillSwitch of a chain', function () {
  this.timeout(120_000)

  it('S4-14: is the contract: its guardian holds reports back, and a chain that is away does too', async () => {
    const { killSwitchReader } = await import('../../../../services/chain/killSwitch.ts')
    const node = await startNode()
    const account = mnemonicToAccount('test test test test test test test test test test test junk')
    const wallet = createWalletClient({ account, chain: hardhat, transport: http(node.url) })
    const hash = await wallet.deployContract({
      abi: killSwitchAbi,
      bytecode: killSwitchBytecode.bytecode,
      args: [account.address],
    })
    const { contractAddress } = await node.client.waitForTransactionReceipt({ hash })
    const reach = { address: contractAddress!, rpcUrl: node.url }
    const own = watchSwitches([chainSwitch(killSwitchReader({ ...reach, chainId: 31_337 }))])
    const write = (functionName: 'stop' | 'resume') =>
      wallet.writeContract({ address: contractAddress!, abi: killSwitchAbi, functionName })
    expect(await own.read()).to.equal(null)
    await write('stop')
    expect(await own.read()).to.equal('the contract is on')
    const world = (await makeWorld())!
    world.gamma.put(marketOf(1))
    const contract = { address: contractAddress!, rpcUrl: node.url, chainId: 31_337 }
    const service = await world.start({ killSwitch: { contract } })
    await world.settle(service)
    expect(await world.reports()).to.deep.equal([])
    expect(world.said('KILL_SWITCH_ACTIVE')[0]).to.include({ switch: 'the contract is on' })
    await write('resume')
    expect(await own.read()).to.equal(null)
    world.pass(6)
    await world.settle(service)
    expect(await world.reports()).to.have.length(1)
    await world.end()
    const other = watchSwitches([chainSwitch(killSwitchReader({ ...reach, chainId: 1 }))])
    expect(await other.read()).to.equal('the contract cannot be read')
    await node.close()
    expect(await own.read()).to.equal('the contract cannot be read')
  })
})
