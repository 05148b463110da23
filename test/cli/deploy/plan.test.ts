import { expect } from 'chai'
import { getAddress, getContractAddress, zeroAddress } from 'viem'
import { connectSigned, type Signed } from '../../../cli/chain/connect.ts'
import { type Deployment, readDeployment } from '../../../cli/chain/deployment.ts'
import { planOf, ReplacedError, toJson } from '../../../cli/deploy/plan.ts'
import { setupOf } from '../../../cli/deploy/setup.ts'
import { addressOf, onChain } from '../place.ts'

describe('the plan of a deployment', () => {
  const here = onChain()
  let signed: Signed
  let record: Deployment
  before(async () => {
    const options = { rpcUrl: here().chain.url, deployments: here().folder, keyEnv: 'NO_KEY', account: 0 }
    signed = await connectSigned(options)
    record = readDeployment(here().folder, 31_337)!
  })
  const plan = async (recorded: Deployment | undefined, network: object = {}) => {
    const changed = { ...signed, network: { ...signed.network, ...network } }
    return planOf(changed, await setupOf(changed, { simulation: false }), recorded)
  }
  const actions = (steps: Awaited<ReturnType<typeof plan>>, action: string) =>
    steps.filter((step) => step.action === action).map(({ name }) => name)

  it('keeps what stands as it would be deployed now', async () => {
    const steps = await plan(record)
    expect(actions(steps, 'keep')).to.have.length(17)
    for (const { name, address, data } of steps) {
      expect(data, name).to.equal(undefined)
      expect(address, name).to.equal(record.contracts[name]!.address)
    }
  })

  it('without a record everything is deployed, each contract after those whose address it is given', async () => {
    const steps = await plan(undefined)
    expect(actions(steps, 'deploy')).to.have.length(17)
    const nonce = await signed.client.getTransactionCount({ address: addressOf(0) })
    for (const [i, { address, name }] of steps.entries())
      expect(address, name).to.equal(getContractAddress({ from: addressOf(0), nonce: BigInt(nonce + i) }))
    const market = steps.find(({ name }) => name === 'CREsolverMarket')!
    const [wiring] = market.constructorArguments as [{ judge: string }]
    const judge = steps.findIndex(({ name }) => name === 'ChallengeJudge')
    expect(wiring.judge).to.equal(steps[judge]!.address)
    expect(judge).to.be.lessThan(steps.indexOf(market))
  })

  it('a changed parameter replaces the market and what hangs on it; reputations have one writer for ever', async () => {
    const steps = await plan(record, { parameters: { minWorkers: 5 } })
    expect(actions(steps, 'replace')).to.deep.equal([
      'ReputationRegistry',
      'CREsolverMarket',
      'BinaryMarket',
      'Upkeep',
    ])
    expect(actions(steps, 'keep')).to.have.length(13)
  })

  it('what others deployed is given, and an oracle for it comes at the end', async () => {
    const conditionalTokens = here().at('Notary')
    const steps = await plan(record, { conditionalTokens })
    expect(steps[0]).to.deep.include({
      name: 'ConditionalTokens',
      action: 'given',
      address: conditionalTokens,
    })
    expect(steps.at(-1)).to.deep.include({ name: 'CtfResolver', action: 'deploy' })
  })

  it('AUDIT D1: in a simulation on a local chain the market takes its reports from the mock forwarder', async () => {
    const setup = await setupOf(signed, { simulation: true })
    const steps = await planOf(signed, setup, undefined)
    const at = (name: string) => steps.find((step) => step.name === name)!
    const [, , gate] = at('CREsolverMarket').constructorArguments as [unknown, unknown, { forwarder: string }]
    expect(gate.forwarder).to.equal(at('MockKeystoneForwarder').address)
    expect(setup.workflow).to.deep.include({
      owner: getAddress(`0x${'aa'.repeat(20)}`),
      name: 'cresolver-local',
    })
    const [, , real] = (await plan(undefined)).find(({ name }) => name === 'CREsolverMarket')!
      .constructorArguments as [unknown, unknown, { forwarder: string }]
    expect(real.forwarder).to.equal((await plan(undefined))[0]!.address)
  })

  it('an arbitrator has an Erc792Arbiter before the market, which names it as its arbiter', async () => {
    const arbitrator = here().at('Notary')
    const steps = await plan(undefined, { arbitrator, arbitratorExtraData: '0x07', metaEvidence: 'ipfs://a' })
    expect(steps[0]).to.deep.include({ name: 'Arbitrator', action: 'given', address: arbitrator })
    const adapter = steps.findIndex(({ name }) => name === 'Erc792Arbiter')
    expect(steps[adapter]!.constructorArguments).to.deep.equal([arbitrator, '0x07', 'ipfs://a'])
    const market = steps.findIndex(({ name }) => name === 'CREsolverMarket')
    expect(adapter).to.be.lessThan(market)
    const [{ arbiter }] = steps[market]!.constructorArguments as [{ arbiter: string }]
    expect(arbiter).to.equal(steps[adapter]!.address)
    expect(actions(await plan(record), 'keep')).not.to.include('Erc792Arbiter')
  })

  it('bets get their token, the part of the cover and the worth of an ether', async () => {
    const argumentsOf = async (network: object) =>
      (await plan(undefined, network))
        .find(({ name }) => name === 'BinaryMarket')!
        .constructorArguments.slice(1)
    expect(await argumentsOf({})).to.deep.equal([zeroAddress, 10_000n, 600n, 10n ** 18n])
    const betToken = here().at('Notary')
    const own = { betToken, unitsPerEther: '3000000000', maxBetsBps: 2_500, closingMargin: 60 }
    expect(await argumentsOf(own)).to.deep.equal([betToken, 2_500n, 60n, 3_000_000_000n])
  })

  it('a contract that another transaction made is not the recorded one, on a local chain', async () => {
    const other = { ...record.contracts.Notary!, transaction: `0x${'cd'.repeat(32)}` as const }
    const steps = await plan({ ...record, contracts: { ...record.contracts, Notary: other } })
    expect(actions(steps, 'deploy')).to.deep.equal(['Notary'])
  })

  it('arguments are kept with large numbers as text', () => {
    expect(toJson([{ a: 1n, b: [2n ** 200n, 'x'] }, true])).to.deep.equal([
      { a: '1', b: [String(2n ** 200n), 'x'] },
      true,
    ])
  })

  it('error: what would be replaced is named, with what to do', () => {
    const { name, message } = new ReplacedError(['CREsolverMarket', 'Notary'])
    expect(name).to.equal('Deploy.ReplacedError')
    expect(message).to.include('CREsolverMarket, Notary').and.include('--replace')
  })
})
