import { once } from 'node:events'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { expect } from 'chai'
import { type Address, bytesToHex, encodeAbiParameters, encodeDeployData, type Hex, zeroAddress } from 'viem'
import { testAccount } from '../../../cli/chain/account.ts'
import { connectSigned, standing } from '../../../cli/chain/connect.ts'
import { type Deployment, fileOf, readDeployment, writeDeployment } from '../../../cli/chain/deployment.ts'
import { readArtifact } from '../../../cli/deploy/artifacts.ts'
import { type Options, run } from '../../../cli/deploy/run.ts'
import {
  cresolverMarketAbi,
  erc792ArbiterAbi,
  reputationRegistryAbi,
} from '../../../deployments/abi/index.ts'
import { type Node, start, startNode, temporaryFolder } from '../../helpers/commandLine.ts'

const keyEnv = 'CRESOLVER_TEST_KEY'
process.env[keyEnv] = bytesToHex(testAccount(0).getHdKey().privateKey!)
// Whoever works on the contracts has a checkout that differs from its commit.
const built = 'c0'.repeat(20)
const quiet = { simulation: false, replace: false, dryRun: false, tell: () => {}, commit: built }

/** One node for a description, with its own folder of records; each test starts from an empty chain. */
function site(chainId: number) {
  const folder = temporaryFolder()
  let node: Node
  let clean: Hex
  before(async () => {
    node = await startNode({ chainId })
  })
  beforeEach(async () => {
    clean = await node.client.snapshot()
    configure({})
  })
  afterEach(async () => {
    await node.client.revert({ id: clean })
    rmSync(fileOf(folder, chainId), { force: true })
  })
  after(async () => {
    await node.close()
    rmSync(folder, { recursive: true })
  })
  const configure = (network: object) =>
    writeFileSync(
      `${folder}/networks.json`,
      JSON.stringify({ here: { rpcUrl: node.url, chainId, ...network } }),
    )
  const deploy = async (options: Partial<Options> = {}) =>
    run(await connectSigned({ network: 'here', deployments: folder, keyEnv }), { ...quiet, ...options })
  const record = () => readDeployment(folder, chainId)!
  /** For a description whose tests begin where everything stands: it is deployed once for all of them. */
  const standing = (network: () => object = () => ({}), prepare = async () => {}) => {
    let empty: Hex
    let recorded: Deployment
    before(async () => {
      empty = await node.client.snapshot()
      await prepare()
      configure(network())
      await deploy()
      recorded = record()
    })
    beforeEach(() => {
      configure(network())
      writeDeployment(folder, recorded)
    })
    after(async () => {
      await node.client.revert({ id: empty })
      rmSync(fileOf(folder, chainId), { force: true })
    })
  }
  return {
    folder,
    standing,
    configure,
    deploy,
    record,
    client: () => node.client,
    market: () =>
      ({ address: record().contracts.CREsolverMarket!.address, abi: cresolverMarketAbi }) as const,
  }
}

async function failure(action: Promise<unknown>): Promise<Error> {
  try {
    await action
  } catch (error) {
    return error as Error
  }
  throw new Error('It should have failed.')
}

describe('deploy on a local chain', function () {
  this.timeout(120_000)
  const here = site(31_337)

  it('a run that was killed while its first transaction was on its way is taken up by the next', async () => {
    await here.client().setAutomine(false)
    const child = start(['deploy', '--network', 'here', '--deployments', here.folder, '--key-env', keyEnv])
    try {
      while (!existsSync(fileOf(here.folder, 31_337)) || Object.keys(here.record().contracts).length === 0)
        await setTimeout(50)
    } finally {
      child.kill('SIGKILL')
      await once(child, 'close')
    }
    const { KeystoneForwarder } = here.record().contracts
    expect(KeystoneForwarder!.block).to.equal(null)
    await here.client().setAutomine(true)
    await here.client().mine({ blocks: 1 })
    const { steps } = await here.deploy()
    expect(steps[0]).to.deep.include({ name: 'KeystoneForwarder', action: 'keep' })
    expect(here.record().contracts.KeystoneForwarder!.transaction).to.equal(KeystoneForwarder!.transaction)
    expect(await here.client().getTransactionCount({ address: testAccount(0).address })).to.equal(20)
  })

  it('error: a parameter that does not exist, or is out of bounds, is named', async () => {
    here.configure({ parameters: { minWorker: 1 } })
    expect((await failure(here.deploy())).message).to.include('minWorker: 1 is no parameter')
    here.configure({ parameters: { stakeBps: 999 } })
    const { name, message } = await failure(here.deploy())
    expect(name).to.equal('Contract.BadParameterError')
    expect(message).to.include('The parameter stakeBps is out of its bounds.')
    here.configure({ identityDelay: 48 * 3_600 })
    expect((await failure(here.deploy())).name).to.equal('Contract.BadDelayError')
    here.configure({ treasury: zeroAddress })
    expect((await failure(here.deploy())).message).to.include('the zero address, where nothing is')
    // All of it is seen before the first transaction.
    expect(await here.client().getTransactionCount({ address: testAccount(0).address })).to.equal(0)
  })

  describe('where it stands', () => {
    here.standing()

    it('records addresses, blocks, constructor arguments, commit and parameters', async () => {
      const deployment = JSON.parse(readFileSync(fileOf(here.folder, 31_337), 'utf8')) as Deployment
      expect(deployment.commit).to.equal(built)
      expect(deployment.deployer).to.equal(testAccount(0).address)
      expect(deployment.parameters).to.deep.include({ feeBps: '300', minBond: '10000000000000000' })
      expect(deployment.workflow).to.deep.equal({
        owner: testAccount(99).address,
        name: 'cresolver-local',
        ids: [],
      })
      for (const [name, { address, block, codeHash, transaction }] of Object.entries(deployment.contracts)) {
        expect(block, name).to.be.greaterThan(0)
        expect(codeHash, name).to.have.length(66)
        const receipt = await here.client().getTransactionReceipt({ hash: transaction! })
        expect(receipt.contractAddress, name).to.equal(address.toLowerCase())
      }
      const [wiring] = deployment.contracts.CREsolverMarket!.constructorArguments as [Record<string, string>]
      expect(wiring.judge).to.equal(deployment.contracts.ChallengeJudge!.address)
      expect(wiring).to.include({ treasury: testAccount(0).address, arbiter: zeroAddress })
    })

    it('wires the market: its workflow, its reputations, its forwarder', async () => {
      const [owner, name] = await here.client().readContract({ ...here.market(), functionName: 'workflow' })
      expect(owner).to.equal(testAccount(99).address)
      // The first 10 hex digits of the name's SHA-256, 498e9d9256…, in ASCII.
      expect(name).to.equal('0x34393865396439323536')
      const { address } = here.record().contracts.ReputationRegistry!
      const writer = await here
        .client()
        .readContract({ address, abi: reputationRegistryAbi, functionName: 'writer' })
      expect(writer).to.equal(here.market().address)
    })

    it('goes on where a run was cut off, and deploys nothing twice', async () => {
      const whole = here.record()
      const { ReputationRegistry, CREsolverMarket, BinaryMarket, ...begun } = whole.contracts
      // Cut off while the registry was on its way: its transaction is known, its block is not.
      const cut = { ...begun, ReputationRegistry: { ...ReputationRegistry!, block: null } }
      writeDeployment(here.folder, { ...whole, contracts: cut })
      const { steps } = await here.deploy()
      const done = steps.filter(({ action }) => action === 'deploy').map(({ name }) => name)
      // The registry has its writer, so a market that is not in the record needs another one.
      expect(done).to.include.members(['CREsolverMarket', 'BinaryMarket'])
      expect(steps.filter(({ action }) => action === 'keep')).to.have.length(13)
      expect(here.record().contracts.Notary).to.deep.equal(whole.contracts.Notary)
      expect(here.record().contracts.CREsolverMarket!.address).not.to.equal(CREsolverMarket!.address)
      expect(BinaryMarket!.address).not.to.equal(here.record().contracts.BinaryMarket!.address)
      expect((await here.deploy()).steps.every(({ action }) => action === 'keep')).to.equal(true)
    })

    it('goes on before the market stands: what is on its way is waited for and kept', async () => {
      const whole = here.record()
      const { Notary, ReputationRegistry, CREsolverMarket, BinaryMarket, ...begun } = whole.contracts
      const cut = { ...begun, Notary: { ...Notary!, block: null } }
      writeDeployment(here.folder, { ...whole, contracts: cut })
      await here.deploy()
      expect(here.record().contracts.Notary).to.deep.equal(Notary)
      const lost = {
        ...begun,
        Notary: { ...Notary!, block: null, transaction: `0x${'ab'.repeat(32)}` as Hex },
      }
      writeDeployment(here.folder, { ...whole, contracts: lost })
      await here.deploy()
      expect(here.record().contracts.Notary!.address).not.to.equal(Notary!.address)
    })

    it('deploys anew on a chain that was started anew, even where other code has the same address', async () => {
      const { contracts } = here.record()
      const other = { ...contracts.Notary!, transaction: `0x${'cd'.repeat(32)}` as Hex }
      writeDeployment(here.folder, { ...here.record(), contracts: { ...contracts, Notary: other } })
      const { steps } = await here.deploy()
      expect(steps.filter(({ action }) => action === 'deploy').map(({ name }) => name)).to.deep.equal([
        'Notary',
      ])
    })

    it('replaces the market, and with it its reputations, when a parameter changes', async () => {
      const before = here.record().contracts
      here.configure({ parameters: { minWorkers: 1, minReward: '0.5 ETH' } })
      const { steps } = await here.deploy()
      const replaced = steps.filter(({ action }) => action === 'replace').map(({ name }) => name)
      expect(replaced).to.deep.equal(['ReputationRegistry', 'CREsolverMarket', 'BinaryMarket', 'Upkeep'])
      const parameters = await here.client().readContract({ ...here.market(), functionName: 'parameters' })
      expect(parameters).to.deep.include({ minWorkers: 1, minReward: 5n * 10n ** 17n })
      expect(here.record().contracts.SourceKeys).to.deep.equal(before.SourceKeys)
    })

    it('deploys an arbiter for an arbitrator, which serves the market it is deployed with and no other', async () => {
      const arbitrator = here.record().contracts.Notary!.address
      const [abi, arbiterAbi] = [cresolverMarketAbi, erc792ArbiterAbi]
      const served = async () => {
        const { CREsolverMarket, Erc792Arbiter } = here.record().contracts
        const [market, arbiter] = [CREsolverMarket!.address, Erc792Arbiter!.address]
        const reading = { address: market, abi, functionName: 'arbiter' } as const
        expect(await here.client().readContract(reading)).to.equal(arbiter)
        const asked = { address: arbiter, abi: arbiterAbi, functionName: 'market' } as const
        expect(await here.client().readContract(asked)).to.equal(market)
        return arbiter
      }
      here.configure({ arbitrator })
      expect((await here.deploy()).wired).to.include('Erc792Arbiter.setMarket')
      const first = await served()
      expect((await here.deploy()).wired).to.deep.equal([])
      here.configure({ arbitrator, parameters: { minWorkers: 1 } })
      await here.deploy()
      expect(await served()).not.to.equal(first)
    })

    it('deploys an oracle for Conditional Tokens only where they are configured', async () => {
      expect(here.record().contracts).not.to.have.property('CtfResolver')
      const { address } = here.record().contracts.Notary!
      here.configure({ conditionalTokens: address })
      await here.deploy()
      expect(here.record().contracts.CtfResolver!.constructorArguments).to.deep.equal([
        here.market().address,
        address,
      ])
    })
  })
})

describe('deploy on a public chain', function () {
  this.timeout(120_000)
  const chainId = 11_155_111
  const here = site(chainId)
  const forwarder: Address = '0xF8344CFd5c43616a4366C34E3EEE75af79a74482'
  const mock: Address = '0x15fC6ae953E024d975e77382eEeC56A9101f9F88'
  const workflowId: Hex = `0x00${'5a'.repeat(31)}`
  const workflow = {
    workflowOwner: testAccount(7).address,
    workflowName: 'cresolver',
    workflowIds: [workflowId],
  }

  /** Contracts that others would have deployed. */
  async function settleOthers() {
    const place = async (address: Address, name: string, ...args: readonly unknown[]) => {
      const { abi, bytecode } = readArtifact(name)
      // What creation code returns is the code to put there.
      const { data } = await here.client().call({ data: encodeDeployData({ abi, bytecode, args }) })
      await here.client().setCode({ address, bytecode: data! })
    }
    const identities: Address = '0x8004A818BFB912233c491871b3d84c89A494BD9e'
    await place(forwarder, 'KeystoneForwarder')
    await place(mock, 'Notary')
    await place(identities, 'IdentityRegistry')
    await place('0x8004B663056A597Dffe9eCcC1965A193B7388713', 'FeedbackRegistry', identities)
  }

  it('is ready for real money at its end: locked, with a workflow id in force, owned by whom it should be', async () => {
    await settleOthers()
    const owner = testAccount(8).address
    here.configure({ forwarder, ...workflow, owner })
    const { missing, wired } = await here.deploy()
    expect(missing).to.deep.equal([])
    expect(wired.map((name) => name.split(' ')[0])).to.deep.equal([
      'ReputationRegistry.setWriter',
      'CREsolverMarket.setWorkflow',
      'CREsolverMarket.addWorkflowId',
      'CREsolverMarket.lock',
      'CREsolverMarket.transferOwnership',
    ])
    const { client, market } = here
    expect(await client().readContract({ ...market(), functionName: 'pendingOwner' })).to.equal(owner)
    expect(await client().readContract({ ...market(), functionName: 'forwarder' })).to.equal(forwarder)
    expect(await client().readContract({ ...market(), functionName: 'identities' })).to.equal(
      '0x8004A818BFB912233c491871b3d84c89A494BD9e',
    )
    expect(await client().readContract({ ...market(), functionName: 'isProductionReady' })).to.equal(true)
    expect(await client().readContract({ ...market(), functionName: 'treasury' })).to.equal(owner)
    expect(await client().readContract({ ...market(), functionName: 'identityDelay' })).to.equal(259_200n)
    const again = await here.deploy()
    expect(again.wired).to.deep.equal([])
    expect(again.steps.every(({ data }) => data === undefined)).to.equal(true)
  })

  it('names forwarder, owner, treasury and arbiter before it sends anything', async () => {
    await settleOthers()
    const owner = testAccount(8).address
    here.configure({ forwarder, ...workflow, owner })
    const sentBefore: number[] = []
    const lines: string[] = []
    const tell = (line: string) => {
      lines.push(line)
      sentBefore.push(Object.keys(readDeployment(here.folder, chainId)?.contracts ?? {}).length)
    }
    await here.deploy({ tell, dryRun: true })
    expect(lines).to.deep.equal([
      `Forwarder ${forwarder}, owner ${owner}, treasury ${owner}, no arbiter: the last round is the last word`,
    ])
    await here.deploy({ tell })
    expect(lines[1]).to.equal(lines[0])
    expect(lines[2]).to.match(/ at 0x\w{40}, block \d+$/)
    expect(sentBefore.slice(0, 2)).to.deep.equal([0, 0])
    expect(sentBefore[2]).to.be.above(0)
  })

  it("attack 6: refuses a simulator's forwarder, by address and by name, and nothing is sent", async () => {
    await settleOthers()
    here.configure({ forwarder: mock, ...workflow })
    const { name, message } = await failure(here.deploy())
    expect(name).to.equal('Deploy.NotReadyError')
    expect(message).to.include("simulator's").and.include('--simulation')
    // Another address, whose code answers anything with the name of a simulator's.
    const answer = encodeAbiParameters([{ type: 'string' }], ['MockKeystoneForwarder 1.0.0'])
    await here
      .client()
      .setCode({ address: forwarder, bytecode: `0x6060600c60003960606000f3${answer.slice(2)}` })
    here.configure({ forwarder, ...workflow })
    expect((await failure(here.deploy())).name).to.equal('Deploy.NotReadyError')
    expect(await here.client().getTransactionCount({ address: testAccount(0).address })).to.equal(0)
  })

  it('refuses to deploy without a workflow, or without an id of it', async () => {
    await settleOthers()
    here.configure({ forwarder })
    expect((await failure(here.deploy())).message).to.include('names no workflow whose reports')
    here.configure({ forwarder, ...workflow, workflowIds: [] })
    const { name, message } = await failure(here.deploy())
    expect(name).to.equal('Deploy.NotReadyError')
    expect(message).to.include('names no workflow id')
  })

  it('refuses contracts that differ from their commit, and nothing is sent or recorded', async () => {
    await settleOthers()
    here.configure({ forwarder, ...workflow })
    const commit = `${built}-dirty`
    const { name, message } = await failure(here.deploy({ commit }))
    expect(name).to.equal('Deploy.NotReadyError')
    expect(message)
      .to.include('differ from its commit')
      .and.include('Commit or undo the changes in contracts/')
    expect(await here.client().getTransactionCount({ address: testAccount(0).address })).to.equal(0)
    expect(existsSync(fileOf(here.folder, chainId))).to.equal(false)
    expect((await here.deploy({ commit, dryRun: true })).steps).to.have.length.above(0)
    await here.deploy({ commit, simulation: true })
    expect(here.record()).to.deep.include({ commit, simulation: true })
  })

  it('deploys them with --simulation, and then the market says for ever that it is none for real money', async () => {
    await settleOthers()
    here.configure({ forwarder: mock, ...workflow })
    const { missing } = await here.deploy({ simulation: true })
    expect(missing).to.deep.equal(['lock', 'simulation'])
    const { client, market } = here
    expect(await client().readContract({ ...market(), functionName: 'isSimulation' })).to.equal(true)
    expect(here.record().simulation).to.equal(true)
  })

  it('a dry run with --simulation tells the address of the market, which the workflow id depends on', async () => {
    await settleOthers()
    here.configure({ forwarder, ...workflow, workflowIds: [] })
    const plan = await here.deploy({ simulation: true, dryRun: true })
    here.configure({ forwarder, ...workflow })
    await here.deploy()
    const told = plan.steps.find(({ name }) => name === 'CREsolverMarket')!.address
    expect(told).to.equal(here.market().address)
  })

  it('A15: what could not settle is refused with each thing that is missing as a sentence', async () => {
    await settleOthers()
    const arbiter = testAccount(9).address
    // It answers every call with zero: it was never given a market.
    await here.client().setCode({ address: arbiter, bytecode: '0x60206000f3' })
    here.configure({ forwarder, ...workflow, arbiter })
    const { name, message } = await failure(here.deploy())
    expect(name, message).to.equal('Deploy.UnreadyError')
    expect(message).to.include('arbiter: it serves another market, or none').and.not.include('writer')
    const market = here.market().address
    expect(message).to.include(`The market at ${market} is not ready for real money.`)
  })

  it('refuses registries that have no agents, or others, before it sends anything', async () => {
    await settleOthers()
    here.configure({ forwarder, ...workflow, identityRegistry: mock })
    expect((await failure(here.deploy())).message).to.include('has no agents')
    here.configure({ forwarder, ...workflow, feedbackRegistry: mock })
    expect((await failure(here.deploy())).message).to.include('is about other agents')
    expect(await here.client().getTransactionCount({ address: testAccount(0).address })).to.equal(0)
  })

  it('refuses an arbiter that has another market', async () => {
    await settleOthers()
    const arbiter = testAccount(9).address
    const other = testAccount(10).address
    const answer = encodeAbiParameters([{ type: 'address' }], [other])
    await here
      .client()
      .setCode({ address: arbiter, bytecode: `0x6020600c60003960206000f3${answer.slice(2)}` })
    here.configure({ forwarder, ...workflow, arbiter })
    const { name, message } = await failure(here.deploy())
    expect(name).to.equal('Deploy.NotReadyError')
    expect(message).to.include(`serves the market ${other}`)
    here.configure({ forwarder, ...workflow, arbiter: testAccount(11).address })
    expect((await failure(here.deploy())).name).to.equal('Deploy.NoCodeError')
  })

  it('error: a missing forwarder, an address without code and a key that everybody knows are refused', async () => {
    expect((await failure(here.deploy())).message).to.include('forwarder on this chain is not known')
    here.configure({ forwarder, ...workflow })
    expect((await failure(here.deploy())).name).to.equal('Deploy.NoCodeError')
    const options = { network: 'here', deployments: here.folder, keyEnv }
    expect((await failure(connectSigned({ ...options, account: 0 }))).message).to.include('everybody knows')
    expect((await failure(connectSigned({ ...options, keyEnv: 'CRESOLVER_NO_KEY' }))).message).to.include(
      'no key in CRESOLVER_NO_KEY',
    )
    here.configure({ chainId: 1 })
    expect((await failure(connectSigned(options))).message).to.include('answers for chain 11155111')
  })

  describe('where it stands', () => {
    here.standing(() => ({ forwarder, ...workflow }), settleOthers)

    it('adds an id that is configured later: the market goes on with both', async () => {
      const next: Hex = `0x00${'6b'.repeat(31)}`
      here.configure({ forwarder, ...workflow, workflowIds: [workflowId, next] })
      const { wired, missing } = await here.deploy()
      expect(wired).to.deep.equal([`CREsolverMarket.addWorkflowId ${next}`])
      expect(missing).to.deep.equal([])
    })

    it('goes on with what stands, whatever the checkout looks like since', async () => {
      await here.deploy({ commit: `${built}-dirty` })
      expect(here.record().commit).to.equal(built)
    })

    it('refuses to replace what stands unless told to', async () => {
      const { address } = here.market()
      here.configure({ forwarder, ...workflow, parameters: { minWorkers: 5 } })
      const { name, message } = await failure(here.deploy())
      expect(name).to.equal('Deploy.ReplacedError')
      expect(message).to.include('CREsolverMarket').and.include('--replace')
      expect(here.market().address).to.equal(address)
      await here.deploy({ replace: true })
      expect(here.market().address).not.to.equal(address)
    })

    it('leaves contracts of the first edition alone, and with --replace keeps their record', async () => {
      const { parameters, ...rest } = here.record()
      const old = { ...rest, parameters: { ...parameters, maxNewcomers: '16' } }
      writeDeployment(here.folder, old)
      const { name, message } = await failure(here.deploy())
      expect(name).to.equal('Deploy.FirstEditionError')
      const { address } = here.market()
      expect(message).to.include(address).and.include('release 0.1').and.include('--replace')
      const options = { network: 'here', deployments: here.folder, keyEnv }
      expect((await failure(standing(await connectSigned(options)))).name).to.equal(name)
      const lines: string[] = []
      await here.deploy({ replace: true, tell: (line) => lines.push(line) })
      expect(readDeployment(`${here.folder}/first-edition`, chainId)).to.deep.equal(old)
      expect(lines.join('\n')).to.include('record is kept in').and.include('/first-edition/')
      expect(here.record().parameters).not.to.have.property('maxNewcomers')
    })
  })
})
