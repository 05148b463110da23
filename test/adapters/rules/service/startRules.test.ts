import { expect } from 'chai'
import { checkConfig } from '../../../../adapters/rules/service/Config.ts'
import { readSecrets, startRules } from '../../../../adapters/rules/service/startRules.ts'
import { makeLog } from '../../../../services/http/makeLog.ts'
import { startFakeApi } from '../../../helpers/fakeApi.ts'
import { kinds } from './world.ts'

const config = (value: object) => checkConfig(value, { file: 'rules.yaml' })
const hash = 'ab'.repeat(32)
const address = `0x${'11'.repeat(20)}`

describe('readSecrets', () => {
  it('takes the tokens and the RPC address from where the config says', () => {
    const direct = config({
      callers: { tokenHashes: [hash] },
      killSwitch: { contract: { address, chainId: 1, rpcUrl: 'https://rpc.example' } },
    })
    expect(readSecrets(direct, {})).to.deep.equal({ tokenHashes: [hash], rpcUrl: 'https://rpc.example' })
    const named = config({ killSwitch: { contract: { address, chainId: 1, rpcUrlEnv: 'RPC' } } })
    expect(readSecrets(named, { RPC: 'https://other.example' }).rpcUrl).to.equal('https://other.example')
    expect(readSecrets(config({}), {})).to.deep.equal({ tokenHashes: [], rpcUrl: undefined })
  })

  it('names the field and the variable that is missing', () => {
    const named = config({ killSwitch: { contract: { address, chainId: 1, rpcUrlEnv: 'RPC' } } })
    expect(() => readSecrets(named, {}))
      .to.throw()
      .with.property('message')
      .that.includes('killSwitch.contract.rpcUrlEnv')
      .and.includes('RPC')
  })
})

describe('startRules', () => {
  const log = makeLog('silent')

  it('serves at a port of its own, and lets go of it when it stops, but not of a store that it was given', async () => {
    const { store } = await kinds.embedded()
    const gamma = await startFakeApi(() => ({ body: '[]' }))
    const running = await startRules(
      config({ listen: { port: 0 }, gamma: { url: gamma.url, allowPrivate: true }, graceMs: 100 }),
      { env: {}, log, store, ticks: false },
    )
    expect(running.url).to.match(/^http:\/\/127\.0\.0\.1:[1-9]\d*$/)
    expect((await fetch(`${running.url}/health`)).status).to.equal(200)
    expect(running.service.stopping.aborted).to.equal(false)
    expect(running.service.newTrace()).to.match(/^[0-9a-f]{32}$/)
    await running.stop()
    expect(running.service.stopping.aborted).to.equal(true)
    expect(await fetch(`${running.url}/health`).catch(() => 'away')).to.equal('away')
    expect(await store.query('select 1 as one')).to.deep.equal([{ one: 1 }])
    // Without ticks nothing happens by itself.
    expect(gamma.calls).to.deep.equal([])
    await gamma.close()
  })

  it('S4-25: parameters beyond a hard limit end the start before anything is served', async () => {
    const { store } = await kinds.embedded()
    const wrong = config({ listen: { port: 0 }, parameters: { poll_interval_s: 4_000 } })
    const error = await startRules(wrong, { env: {}, log, store, ticks: false }).catch((one) => one)
    expect(error).to.have.property('code', 'PARAMETER_CHANGE_REQUIRES_APPROVAL')
  })

  it('a port that is taken is an error, and the store stays open for whoever gave it', async () => {
    const { store } = await kinds.embedded()
    const taken = await startFakeApi()
    const error = await startRules(config({ listen: { port: taken.port } }), {
      env: {},
      log,
      store,
      ticks: false,
    }).catch((one) => one)
    expect(String(error)).to.include(String(taken.port))
    expect(await store.query('select 1 as one')).to.deep.equal([{ one: 1 }])
    await taken.close()
  })
})
