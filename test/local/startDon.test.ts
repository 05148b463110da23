import { readFileSync } from 'node:fs'
import { fromBinary } from '@bufbuild/protobuf'
import { expect } from 'chai'
import type { Address } from 'viem'
import { chainSelector } from '../../cli/chain/localDon.ts'
import type { Don } from '../../don/don.ts'
import { compileGuest, plugin } from '../../don/guest.ts'
import { readLimits } from '../../don/limits.ts'
import { link } from '../../don/link.ts'
import { Sdk } from '../../don/sdk.ts'
import type { LocalPlace } from '../../local/deployLocal.ts'
import type { LocalChain } from '../../local/startChain.ts'
import { type LocalDonOptions, limitsFile, makeDon, startDon } from '../../local/startDon.ts'
import { type ConfigInput, configSchema } from '../../workflow/config.ts'

/** Nothing here asks the chain. */
const chain = { url: 'http://127.0.0.1:1' } as LocalChain
const address: Address = `0x${'11'.repeat(20)}`
const place = { chainId: 31_337, market: address, at: () => address } as unknown as LocalPlace
const gateways = [{ url: 'http://127.0.0.1:2' }]

/** A program that fails with the request it was given, in base64: field 2 of its result. */
const telling = `
  const said = JSON.parse(getWasiArgs())[1]
  const bytes = [...said].map((one) => one.charCodeAt(0))
  sendResponse(Uint8Array.from([0x12, (bytes.length & 127) | 128, bytes.length >> 7, ...bytes]))
`
/** A program that wants to be woken by nothing: field 3 of its result, empty. */
const sleeping = 'sendResponse(Uint8Array.of(0x1a, 0))'
const programOf = (source: string) => link(plugin(), compileGuest(source))

describe('a DON of local keys', () => {
  const dons: Don[] = []
  let wasm: Uint8Array
  before(() => {
    wasm = programOf(telling)
  })
  after(async () => {
    await Promise.all(dons.map((don) => don.stop()))
  })
  const make = (workflow: LocalDonOptions['workflow']): Don => {
    const made = makeDon(chain, place, { wasm, nodes: 1, workflow })
    dons.push(made)
    return made
  }
  const configOf = async (don: Don): Promise<ConfigInput> => {
    const { message } = await don.subscriptions().then(
      () => new Error('it did not fail'),
      (error: Error) => error,
    )
    const said = message.replace('The workflow failed: ', '')
    const { config } = fromBinary(Sdk.ExecuteRequestSchema, Buffer.from(said, 'base64'))
    return JSON.parse(Buffer.from(config).toString())
  }

  it('runs the workflow with a configuration for this chain, which the workflow takes', async () => {
    const config = await configOf(make({ gateways }))
    expect(config).to.deep.equal({
      chainSelector,
      chainId: 31_337,
      market: address,
      confidence: 'LATEST',
      isLocal: true,
      timeouts: { gateway: '9s', source: '3s', probe: '1s' },
      gateways,
    })
    expect(() => configSchema.parse(config)).to.not.throw()
  })

  it('takes what differs from it, and is another workflow then', async () => {
    const workflow = { gateways: [], confidence: 'SAFE' as const, reference: 'off' as const }
    const other = make(workflow)
    expect(await configOf(other)).to.deep.include(workflow)
    expect(other.workflowId).to.not.deep.equal(dons[0]!.workflowId)
  })

  it('knows the local chain alone, and the engine’s limits', () => {
    const [don] = dons
    expect([...don!.chains.keys()]).to.deep.equal([chainSelector])
    expect(don!.limits).to.deep.equal(readLimits(limitsFile()))
    const file = new URL('../../workflow/limits.json', import.meta.url)
    expect(limitsFile()).to.deep.equal(JSON.parse(readFileSync(file, 'utf8')))
  })

  it('waits for what its workflow wants, and stops', async () => {
    const service = await startDon(chain, place, {
      wasm: programOf(sleeping),
      nodes: 1,
      workflow: { gateways },
    })
    expect(service.url).to.equal(null)
    expect(service.executions()).to.deep.equal([])
    await service.stop()
  })

  it('whose workflow cannot say what it wants does not start, and leaves no thread behind', async () => {
    const threads = () => process.getActiveResourcesInfo().filter((name) => name === 'MessagePort').length
    const before = threads()
    const starting = startDon(chain, place, { wasm, nodes: 1, workflow: { gateways } })
    expect((await starting.catch((error) => error)).name).to.equal('Don.WorkflowFailedError')
    expect(threads()).to.be.at.most(before)
  })
})
