import { expect } from 'chai'
import { zeroAddress } from 'viem'
import { testAccount } from '../../../cli/chain/account.ts'
import type { Signed } from '../../../cli/chain/connect.ts'
import type { Network } from '../../../cli/chain/networks.ts'
import { encodeName, setupOf } from '../../../cli/deploy/setup.ts'
import { failed } from '../../adapters/moltbook/failed.ts'

const forwarder = '0xF8344CFd5c43616a4366C34E3EEE75af79a74482'
const mock = '0x15fC6ae953E024d975e77382eEeC56A9101f9F88'
const id: `0x${string}` = `0x00${'5a'.repeat(31)}`
const workflow = { workflowOwner: testAccount(7).address, workflowName: 'cresolver', workflowIds: [id] }

/** A chain where every address has code, except those that are named. */
const signedOn = (
  chainId: number,
  network: Network = {},
  { empty = [], version = 'Forwarder 1.0.0' }: { empty?: string[]; version?: string } = {},
) =>
  ({
    chainId,
    network,
    isLocal: chainId === 31_337,
    account: testAccount(0),
    client: {
      getCode: async ({ address }: { address: string }) => (empty.includes(address) ? undefined : '0x60'),
      readContract: async () => version,
    },
  }) as unknown as Signed

const setup = (
  chainId: number,
  network?: Network,
  chain?: Parameters<typeof signedOn>[2],
  simulation = false,
) => setupOf(signedOn(chainId, network, chain), { simulation })
const sepolia = 11_155_111

describe('what is decided before a deployment', () => {
  it('the name of a workflow is the first 10 hex digits of its SHA-256, in ASCII', () => {
    expect(encodeName('cresolver-local')).to.equal('0x34393865396439323536')
  })

  it('a local chain has its own contracts and the local DON’s workflow, and is not locked', async () => {
    const { given, workflow, isLocked, owner } = await setup(31_337)
    expect({ given, isLocked, owner }).to.deep.equal({
      given: {},
      isLocked: false,
      owner: testAccount(0).address,
    })
    expect(workflow).to.deep.equal({ owner: testAccount(99).address, name: 'cresolver-local', ids: [] })
  })

  it('a public chain takes the forwarder from the config, and ERC-8004 where it is known to stand', async () => {
    const { given, isLocked, workflow: ours } = await setup(sepolia, { forwarder, ...workflow })
    expect(given).to.deep.equal({
      KeystoneForwarder: forwarder,
      IdentityRegistry: '0x8004A818BFB912233c491871b3d84c89A494BD9e',
      FeedbackRegistry: '0x8004B663056A597Dffe9eCcC1965A193B7388713',
    })
    expect(isLocked).to.equal(true)
    expect(ours).to.deep.equal({ owner: workflow.workflowOwner, name: 'cresolver', ids: [id] })
    const main = await setup(1, { forwarder, ...workflow })
    expect(main.given.IdentityRegistry).to.equal('0x8004A169FB4a3325136EB29fA0ceB6D2e539a432')
  })

  it('registries of the config go before the known ones; a chain without either says which is missing', async () => {
    const identityRegistry = testAccount(3).address
    const own = await setup(sepolia, { forwarder, identityRegistry, ...workflow })
    expect(own.given.IdentityRegistry).to.equal(identityRegistry)
    const { name, message } = await failed(setup(424_242, { forwarder, ...workflow }))
    expect(name).to.equal('Deploy.MissingError')
    expect(message).to.include('identityRegistry')
  })

  it('attack 6: a forwarder of a simulator is refused, by address and by name, unless it is a simulation', async () => {
    for (const [network, version] of [
      [{ forwarder: mock }, 'Forwarder 1.0.0'],
      [{ forwarder }, 'MockKeystoneForwarder 1.0.0'],
    ] as const) {
      const { name, message } = await failed(setup(sepolia, { ...network, ...workflow }, { version }))
      expect(name).to.equal('Deploy.NotReadyError')
      expect(message).to.include('--simulation')
      const simulated = await setup(sepolia, { ...network, ...workflow }, { version }, true)
      expect(simulated).to.include({ isSimulation: true, isLocked: false })
    }
  })

  it('without a workflow or its ids there is no real money; a simulation goes without', async () => {
    const { workflowIds: _, ...noIds } = workflow
    const networks: Network[] = [{ forwarder }, { forwarder, ...noIds }, { forwarder, workflowName: 'x' }]
    for (const network of networks)
      expect((await failed(setup(sepolia, network))).name).to.equal('Deploy.NotReadyError')
    expect((await setup(sepolia, { forwarder }, {}, true)).workflow).to.equal(null)
  })

  it('error: an address without code is named before anything is sent', async () => {
    const { name, message } = await failed(setup(sepolia, { forwarder, ...workflow }, { empty: [forwarder] }))
    expect(name).to.equal('Deploy.NoCodeError')
    expect(message).to.include(forwarder).and.include('KeystoneForwarder')
    const tokens = testAccount(5).address
    const local = failed(setup(31_337, { conditionalTokens: tokens }, { empty: [tokens] }))
    expect((await local).message).to.include('ConditionalTokens')
  })

  it('the treasury is the owner’s, and nobody has the last word, unless the config says otherwise', async () => {
    const owner = testAccount(8).address
    expect(await setup(31_337, { owner })).to.include({ owner, treasury: owner, arbiter: zeroAddress })
    const own = { treasury: testAccount(5).address, arbiter: testAccount(6).address }
    expect(await setup(31_337, own)).to.include(own)
    const there: Network = { forwarder, ...workflow, ...own }
    const { message } = await failed(setup(sepolia, there, { empty: [own.arbiter] }))
    expect(message).to.include(own.arbiter).and.include('the arbiter')
    expect(await setup(31_337, own, { empty: [own.arbiter] })).to.include(own)
  })

  it('times and bets have defaults, and take those of the config', async () => {
    expect(await setup(31_337)).to.include({
      identityDelay: 259_200,
      maxBetsBps: 10_000,
      closingMargin: 600,
      unitsPerEther: 10n ** 18n,
    })
    const own = { identityDelay: 1, maxBetsBps: 2, closingMargin: 60 }
    expect(await setup(31_337, own)).to.include(own)
  })

  it('bets are in a token where one is named with its worth; error: half of it, or a token that is not there', async () => {
    const betToken = testAccount(5).address
    const { given, unitsPerEther } = await setup(31_337, { betToken, unitsPerEther: '3000000000' })
    expect([given.BetToken, unitsPerEther]).to.deep.equal([betToken, 3_000_000_000n])
    for (const half of [{ betToken }, { unitsPerEther: '3000000000' }]) {
      const { name, message } = await failed(setup(31_337, half))
      expect(name).to.equal('Cli.UsageError')
      expect(message).to.include('betToken and unitsPerEther go together')
    }
    const missing = failed(setup(31_337, { betToken, unitsPerEther: '1' }, { empty: [betToken] }))
    expect((await missing).message).to.include('BetToken')
  })

  it('an arbitrator goes with what it is told; error: beside an arbiter', async () => {
    const arbitrator = testAccount(6).address
    const more = { arbitratorExtraData: '0x05', metaEvidence: 'ipfs://about' }
    const { given, arbitration } = await setup(31_337, { arbitrator, ...more })
    expect(given.Arbitrator).to.equal(arbitrator)
    expect(arbitration).to.deep.equal({ extraData: '0x05', metaEvidence: 'ipfs://about' })
    expect((await setup(31_337)).arbitration).to.deep.equal({ extraData: '0x', metaEvidence: '' })
    const { name, message } = await failed(setup(31_337, { arbitrator, arbiter: arbitrator }))
    expect(name).to.equal('Cli.UsageError')
    expect(message).to.include('both an arbiter and an arbitrator')
  })
})
