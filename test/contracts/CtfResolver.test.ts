import { createRequire } from 'node:module'
import { expect } from 'chai'
import {
  AbiCoder,
  type BaseContractMethod,
  Contract,
  id,
  keccak256,
  solidityPackedKeccak256,
  ZeroHash,
} from 'ethers'
import { network } from 'hardhat'
import {
  createMarket,
  deliver,
  deploySystem,
  joinAll,
  manualQuestion,
  reportOf,
  settle,
} from '../../local/ledger/market.ts'
import type { Vote } from '../../protocol/index.ts'

const connection = await network.create()
const { ethers, networkHelpers } = connection
const { loadFixture } = networkHelpers

const Status = { None: 0, Open: 1, Requested: 2, Resolved: 3, Settled: 4, Finalized: 5, Invalid: 6 }
const Outcome = { None: 0, Yes: 1, No: 2, Invalid: 3 }
const marketId = 7n
const question = '§question Will it rain?'

// The bytecode that is deployed on public chains.
const { abi, bytecode } = createRequire(import.meta.url)(
  '@gnosis.pm/conditional-tokens-contracts/build/contracts/ConditionalTokens.json',
)

async function deployTokens() {
  const [first] = await ethers.getSigners()
  const deployed = await new ethers.ContractFactory(abi, bytecode, first!).deploy()
  return new Contract(await deployed.getAddress(), abi, first!)
}

async function deploy() {
  const [creator, stranger] = await ethers.getSigners()
  const market = await ethers.deployContract('SettableMarket')
  const tokens = await deployTokens()
  const args = [await market.getAddress(), await tokens.getAddress()]
  const resolver = await ethers.deployContract('CtfResolver', args)
  await market.open!(marketId, 1_000, 2_000_000_000, question)
  const end = (status: number, outcome: number) => market.move!(marketId, status, outcome)
  return { market, tokens, resolver, end, creator: creator!, stranger: stranger! }
}

async function prepared() {
  const fixture = await deploy()
  await fixture.resolver.prepare(marketId)
  return fixture
}

const call = (contract: Contract, fn: string): BaseContractMethod => contract.getFunction(fn)

describe('questionIdOf', () => {
  it('binds chain, market contract, market, text and creator', async () => {
    const { market, resolver, creator } = await loadFixture(deploy)
    const { chainId } = await ethers.provider.getNetwork()
    const words = ['uint256', 'address', 'uint256', 'bytes32', 'address']
    const values = [chainId, await market.getAddress(), marketId, id(question), creator.address]
    const questionId = keccak256(AbiCoder.defaultAbiCoder().encode(words, values))
    expect(await resolver.questionIdOf(marketId)).to.equal(questionId)
    expect(await resolver.conditionIdOf(marketId)).to.equal(
      solidityPackedKeccak256(
        ['address', 'bytes32', 'uint256'],
        [await resolver.getAddress(), questionId, 2],
      ),
    )
  })

  it('refuses a market that does not exist', async () => {
    const { resolver } = await loadFixture(deploy)
    for (const fn of ['questionIdOf', 'conditionIdOf', 'prepare'] as const) {
      await expect(resolver.getFunction(fn)(8))
        .to.be.revertedWithCustomError(resolver, 'NoSuchMarket')
        .withArgs(8)
    }
  })
})

describe('prepare', () => {
  it('prepares a condition of two outcomes whose oracle is the resolver, by anyone', async () => {
    const { market, tokens, resolver, stranger } = await loadFixture(deploy)
    const [conditionId, questionId] = [
      await resolver.conditionIdOf(marketId),
      await resolver.questionIdOf(marketId),
    ]
    expect(await resolver.market()).to.equal(await market.getAddress())
    expect(await resolver.conditionalTokens()).to.equal(await tokens.getAddress())
    const sent = resolver.connect(stranger).prepare(marketId)
    await expect(sent).to.emit(resolver, 'ConditionPrepared').withArgs(marketId, conditionId, questionId)
    await expect(sent)
      .to.emit(tokens, 'ConditionPreparation')
      .withArgs(conditionId, await resolver.getAddress(), questionId, 2)
    expect(await call(tokens, 'getOutcomeSlotCount')(conditionId)).to.equal(2)
  })

  it('does nothing where somebody was faster, and works on from there', async () => {
    const { tokens, resolver, end, stranger } = await loadFixture(deploy)
    const questionId = await resolver.questionIdOf(marketId)
    await (tokens.connect(stranger) as Contract).getFunction('prepareCondition')(
      await resolver.getAddress(),
      questionId,
      2,
    )
    expect(await resolver.prepare.staticCall(marketId)).to.equal(await resolver.conditionIdOf(marketId))
    await expect(resolver.prepare(marketId)).not.to.emit(resolver, 'ConditionPrepared')
    await end(Status.Finalized, Outcome.Yes)
    await resolver.resolve(marketId)
  })
})

describe('resolve', () => {
  it('S0-68: waits until the market is Finalized or Invalid', async () => {
    const { resolver, end } = await loadFixture(prepared)
    for (const status of [Status.None, Status.Open, Status.Requested, Status.Resolved, Status.Settled]) {
      await end(status, Outcome.Yes)
      await expect(resolver.resolve(marketId), String(status))
        .to.be.revertedWithCustomError(resolver, 'NotFinal')
        .withArgs(marketId)
    }
  })

  const endings = [
    ['Yes', Status.Finalized, Outcome.Yes, [1, 0]],
    ['No', Status.Finalized, Outcome.No, [0, 1]],
    ['Invalid', Status.Invalid, Outcome.Invalid, [1, 1]],
    ['Invalid, beside an outcome that no longer counts', Status.Invalid, Outcome.Yes, [1, 1]],
  ] as const
  for (const [told, status, outcome, payouts] of endings) {
    it(`S0-67: pays ${payouts.join(' : ')} at ${told}, by anyone, once`, async () => {
      const { tokens, resolver, end, stranger } = await loadFixture(prepared)
      const conditionId = await resolver.conditionIdOf(marketId)
      await end(status, outcome)
      const sent = resolver.connect(stranger).resolve(marketId)
      await expect(sent).to.emit(resolver, 'ConditionResolved').withArgs(marketId, conditionId, payouts)
      await expect(sent).to.emit(tokens, 'ConditionResolution')
      for (const [slot, numerator] of payouts.entries())
        expect(await call(tokens, 'payoutNumerators')(conditionId, slot)).to.equal(numerator)
      expect(await call(tokens, 'payoutDenominator')(conditionId)).to.equal(payouts[0] + payouts[1])
      await expect(resolver.resolve(marketId))
        .to.be.revertedWithCustomError(resolver, 'AlreadyResolved')
        .withArgs(marketId)
    })
  }

  it('needs a condition that was prepared', async () => {
    const { resolver, end } = await loadFixture(deploy)
    await end(Status.Finalized, Outcome.Yes)
    await expect(resolver.resolve(marketId))
      .to.be.revertedWithCustomError(resolver, 'NotPrepared')
      .withArgs(marketId)
  })

  it('pays holders of the position in real collateral', async () => {
    const { tokens, resolver, end, creator } = await loadFixture(prepared)
    const coin = await ethers.deployContract('Coin')
    const conditionId = await resolver.conditionIdOf(marketId)
    await coin.approve!(await tokens.getAddress(), 1_000)
    const [collateral, yes, no] = [await coin.getAddress(), 1, 2]
    await call(tokens, 'splitPosition')(collateral, ZeroHash, conditionId, [yes, no], 1_000)
    expect(await coin.balanceOf!(creator.address)).to.equal(0)
    await end(Status.Invalid, Outcome.Invalid)
    await resolver.resolve(marketId)
    await call(tokens, 'redeemPositions')(collateral, ZeroHash, conditionId, [yes])
    expect(await coin.balanceOf!(creator.address)).to.equal(500)
    await call(tokens, 'redeemPositions')(collateral, ZeroHash, conditionId, [no])
    expect(await coin.balanceOf!(creator.address)).to.equal(1_000)
  })
})

describe('AUDIT D9: the real market', () => {
  const [yes, no] = [1, 2]

  /** The genuine market, tokens and collateral; a market with three workers, and 1,000 coins split among two holders. */
  async function staked() {
    const system = await deploySystem(connection)
    const tokens = await deployTokens()
    const resolver = await ethers.deployContract('CtfResolver', [system.address, await tokens.getAddress()])
    const { marketId, deadline } = await createMarket(system)
    await resolver.connect(system.challenger).prepare(marketId)
    const conditionId = await resolver.conditionIdOf(marketId)
    const coin = await ethers.deployContract('Coin')
    const collateral = await coin.getAddress()
    await coin.approve!(await tokens.getAddress(), 1_000)
    await call(tokens, 'splitPosition')(collateral, ZeroHash, conditionId, [yes, no], 1_000)
    const holders = { yes: system.others[0]!, no: system.others[1]! }
    for (const [slots, holder] of [
      [yes, holders.yes],
      [no, holders.no],
    ] as const) {
      const collection = await call(tokens, 'getCollectionId')(ZeroHash, conditionId, slots)
      const position = await call(tokens, 'getPositionId')(collateral, collection)
      await call(tokens, 'safeTransferFrom')(system.admin.address, holder.address, position, 1_000, '0x')
    }
    await joinAll(system, marketId, 3, 2)
    return { system, tokens, resolver, coin, collateral, marketId, deadline, conditionId, holders }
  }

  const endings: readonly (readonly [Vote.Outcome, Vote.Outcome[], [number, number]])[] = [
    ['YES', ['YES', 'YES', 'NO'], [1_000, 0]],
    ['NO', ['NO', 'YES', 'NO'], [0, 1_000]],
    ['INVALID', ['INVALID', 'YES', 'INVALID'], [500, 500]],
  ]
  for (const [outcome, sayings, paid] of endings) {
    it(`S0-67: from createMarket to redeemPositions at ${outcome}, in real collateral`, async () => {
      const { system, tokens, resolver, coin, collateral, marketId, deadline, conditionId, holders } =
        await loadFixture(staked)
      const { market } = system
      await system.time.increaseTo(deadline)
      await market.requestResolution(marketId)
      await deliver(system, await reportOf(system, marketId, sayings, outcome))
      const early = () => resolver.resolve(marketId)
      await expect(early()).to.be.revertedWithCustomError(resolver, 'NotFinal')
      await settle(system, marketId)
      if (outcome !== 'INVALID') {
        await expect(early()).to.be.revertedWithCustomError(resolver, 'NotFinal')
        await market.finalize(marketId)
      }
      await resolver.connect(system.challenger).resolve(marketId)
      for (const [i, holder] of [holders.yes, holders.no].entries()) {
        const redeem = (tokens.connect(holder) as Contract).getFunction('redeemPositions')
        await redeem(collateral, ZeroHash, conditionId, [yes, no])
        expect(await coin.balanceOf!(holder.address)).to.equal(paid[i])
      }
      expect(await coin.balanceOf!(await tokens.getAddress())).to.equal(0)
      await expect(early()).to.be.revertedWithCustomError(resolver, 'AlreadyResolved')
    })
  }

  it('S0-67: a market that nobody answers pays half to each side', async () => {
    const { system, tokens, resolver, coin, collateral, marketId, deadline, conditionId, holders } =
      await loadFixture(staked)
    await system.time.increaseTo(deadline + system.parameters.resolutionTimeout)
    await system.market.expire(marketId)
    await resolver.resolve(marketId)
    const redeem = (tokens.connect(holders.no) as Contract).getFunction('redeemPositions')
    await redeem(collateral, ZeroHash, conditionId, [no])
    expect(await coin.balanceOf!(holders.no.address)).to.equal(500)
  })

  it('binds the question as the market keeps it', async () => {
    const { system, resolver, marketId } = await loadFixture(staked)
    const { chainId } = await ethers.provider.getNetwork()
    const words = ['uint256', 'address', 'uint256', 'bytes32', 'address']
    const values = [chainId, system.address, marketId, id(manualQuestion), system.creator.address]
    const questionId = keccak256(AbiCoder.defaultAbiCoder().encode(words, values))
    expect(await resolver.questionIdOf(marketId)).to.equal(questionId)
    await expect(resolver.questionIdOf(marketId + 1n)).to.be.revertedWithCustomError(resolver, 'NoSuchMarket')
  })
})
