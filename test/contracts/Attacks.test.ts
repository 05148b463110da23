import { expect } from 'chai'
import { parseEther } from 'ethers'
import { network } from 'hardhat'
import {
  challenge,
  doubleTalkOf,
  expectEmptied,
  hear,
  leafOf,
  no,
  payouts,
  question,
  tell,
  yes,
} from '../../local/ledger/evidence.ts'
import { rawReport, submitReport, workflowName, workflowOwner } from '../../local/ledger/forwarder.ts'
import {
  ask,
  createMarket,
  day,
  defaultParameters,
  deliver,
  deliverBytes,
  deploySystem,
  join,
  joinAll,
  Outcome,
  refusalOf,
  reportOf,
  requested,
  resolved,
  Status,
  type System,
  settle,
  treasury,
  type Saying as Word,
} from '../../local/ledger/market.ts'
import { expectTable } from '../../local/ledger/payout.ts'
import { Bytes, Hash, Report } from '../../protocol/index.ts'
import { counterSample } from '../../workers/sentinel/check/evidence.ts'

const connection = await network.create()
const { networkHelpers } = connection
const fixture = () => deploySystem(connection)
const ether = parseEther
const load = () => networkHelpers.loadFixture(fixture)

const encoded = (report: Report.Report) => Bytes.toHex(Report.encode(report))

/** Relays with the least gas at which the forwarder tries at all. */
async function relayWithLeastGas(system: System, raw: string) {
  for (let gasLimit = 200_000; ; gasLimit += 5_000) {
    try {
      return await submitReport(system.forwarder, system.address, raw, { gasLimit })
    } catch (error) {
      if (!String(error).includes('InsufficientGasForRouting')) throw error
    }
  }
}

describe('attacks on the life of a market', () => {
  it('attack 1: an agent that makes the market its operator holds up its own feedback, and nothing else', async () => {
    const system = await load()
    const { market, identities, address } = system
    const { marketId, workers } = await resolved(system, ['YES', 'YES', 'YES'], 'YES')
    const { wallet, agentId } = workers[0]!
    const agents = identities.connect(wallet) as unknown as {
      approve(to: string, id: bigint): Promise<unknown>
    }
    await agents.approve(address, agentId)
    await settle(system, marketId)
    await expect(market.publishFeedback(marketId, 0)).to.emit(market, 'FeedbackRefused').withArgs(marketId, 0)
    await expect(market.publishFeedback(marketId, 1))
      .to.emit(market, 'FeedbackPublished')
      .withArgs(marketId, 1)
    await market.finalize(marketId)
    await expectEmptied(system, marketId)
  })

  it('attack 2: nobody joins between what the DON reads and what it writes', async () => {
    const system = await load()
    const { market } = system
    const { marketId, deadline } = await createMarket(system, { question })
    await joinAll(system, marketId, 3)
    await system.time.increaseTo(deadline - 600)
    await expect(join(system, marketId, 3))
      .to.be.revertedWithCustomError(market, 'TooLate')
      .withArgs(deadline - 600)
    await system.time.increaseTo(deadline)
    await market.requestResolution(marketId)
    const told = await hear(system, marketId, [yes, yes, no])
    await expect(join(system, marketId, 3)).to.be.revertedWithCustomError(market, 'WrongStatus')
    await deliver(system, told.report)
    await expect(join(system, marketId, 3)).to.be.revertedWithCustomError(market, 'WrongStatus')
    await settle(system, marketId)
    await expectEmptied(system, marketId)
  })

  it('attack 3: an agent joins once, whichever of its operators calls', async () => {
    const system = await load()
    const { market, identities, others } = system
    const { marketId } = await createMarket(system)
    const { wallet, agentId, stake } = await join(system, marketId, 0)
    const agents = identities.connect(wallet) as unknown as {
      setApprovalForAll(to: string, isApproved: boolean): Promise<unknown>
    }
    for (const operator of [others[1]!, others[2]!]) {
      await agents.setApprovalForAll(operator.address, true)
      await expect(market.connect(operator).joinMarket(marketId, agentId, { value: stake }))
        .to.be.revertedWithCustomError(market, 'AlreadyJoined')
        .withArgs(marketId, agentId)
    }
  })

  it('attack 4: nobody fills the seats: any number may join for exactly half a pool, and a lot seats them', async () => {
    const system = await deploySystem(connection, { maxWorkers: 6 })
    const { market } = system
    const { marketId } = await createMarket(system, { reward: ether('2') })
    for (const value of [ether('1') - 1n, ether('1') + 1n, ether('1000')])
      await expect(join(system, marketId, 0, value))
        .to.be.revertedWithCustomError(market, 'WrongValue')
        .withArgs(value, ether('1'))
    const sybils = await joinAll(system, marketId, 6)
    const honest = await joinAll(system, marketId, 6, 6)
    await expect(ask(system, marketId)).to.emit(market, 'SeatsDrawn')
    const { workers } = await market.getRound(marketId, 0, 16)
    const drawn = new Set(workers.map(({ agentId }) => agentId))
    expect(drawn.size).to.equal(6)
    const joined = [...sybils, ...honest].map(({ agentId }) => agentId)
    expect([...drawn].every((agentId) => joined.includes(agentId))).to.equal(true)
    await deliver(system, await reportOf(system, marketId, Array(6).fill('YES'), 'YES'))
    await settle(system, marketId)
    await expectTable(system, marketId)
    await expectEmptied(system, marketId)
  })

  it('attack 5: agent 0 is an agent like any other', async () => {
    const system = await load()
    const { marketId, workers } = await resolved(system, ['YES', 'YES', 'YES'], 'YES')
    expect(workers[0]!.agentId).to.equal(0n)
    await settle(system, marketId)
    expect((await system.market.reputationOf(0)).correct).to.equal(1n)
    await expect(
      system.market.connect(workers[0]!.wallet).joinMarket((await createMarket(system)).marketId, 0, {
        value: ether('0.5'),
      }),
    ).to.emit(system.market, 'WorkerJoined')
  })

  it('attack 6: reports of another workflow, owner or forwarder change nothing', async () => {
    const system = await load()
    const { market, ethers, forwarder, address, challenger } = system
    const { marketId } = await requested(system, 3)
    const payload = encoded(await reportOf(system, marketId, ['YES', 'YES', 'YES'], 'YES'))
    const foreign = [
      { workflowOwner: challenger.address },
      { workflowName: ethers.toUtf8Bytes('0123456789') as never },
      { workflowOwner: ethers.ZeroAddress, workflowName: `0x${'00'.repeat(10)}` },
    ]
    for (const fields of foreign) {
      const { isProcessed } = await submitReport(
        forwarder,
        address,
        { payload, ...fields },
        { gasLimit: 5_000_000 },
      )
      expect(isProcessed).to.equal(false)
    }
    const metadata = ethers.concat([`0x00${'11'.repeat(31)}`, workflowName, workflowOwner, '0x0001'])
    for (const impostor of [challenger, system.admin]) {
      await expect(market.connect(impostor).onReport(metadata, payload))
        .to.be.revertedWithCustomError(market, 'NotTheForwarder')
        .withArgs(impostor.address)
    }
    expect(await market.statusOf(marketId)).to.equal(Status.Requested)
    await deliverBytes(system, payload)
    await settle(system, marketId)
    await expectEmptied(system, marketId)
  })

  it('attack 7: a report relayed with too little gas may be relayed again until it expires, and not after', async () => {
    const system = await load()
    const { market, forwarder, address, time } = system
    const { marketId } = await requested(system, 16, { question })
    const { report } = await hear(system, marketId, Array(16).fill(yes))
    const raw = rawReport({ payload: encoded(report) })
    const starved = await relayWithLeastGas(system, raw)
    expect(starved.isProcessed).to.equal(false)
    expect(await market.statusOf(marketId)).to.equal(Status.Requested)
    await time.increaseTo(report.expiresAt + 1)
    const late = await submitReport(forwarder, address, raw, { gasLimit: 5_000_000 })
    expect(late.isProcessed).to.equal(false)
    expect(await refusalOf(system, encoded(report))).to.equal('BadExpiry')

    const { report: next } = await tell(system, marketId, Array(16).fill(yes))
    const before = await market.getMarket(marketId)
    // The same once more is no failure, and moves nothing; another one for the round is refused.
    await time.increase(60)
    await deliver(system, next)
    expect(await market.getMarket(marketId)).to.deep.equal(before)
    const other = { ...next, roundRoot: Hash.asRoot(`0x${'cd'.repeat(32)}`) }
    expect(await refusalOf(system, encoded(other))).to.equal('WrongStatus')
    await settle(system, marketId)
    expect(await refusalOf(system, encoded(next))).to.equal('WrongStatus')
    await expectEmptied(system, marketId)
  })

  it('attack 8: without workers, or without a report, everybody has everything back', async () => {
    const system = await load()
    const { market, time, creator, parameters } = system
    const empty = await createMarket(system)
    const silent = await requested(system, 3)
    await market.requestResolution(empty.marketId)
    const { requestedAt } = await market.getMarket(silent.marketId)
    await time.increaseTo(requestedAt + BigInt(parameters.resolutionTimeout))
    await market.expire(silent.marketId)
    for (const { marketId } of [empty, silent])
      expect(await market.statusOf(marketId)).to.equal(Status.Invalid)
    expect(await payouts(system, silent.marketId)).to.deep.equal(Array(3).fill(ether('0.5')))
    expect(await market.creditOf(creator.address)).to.equal(ether('2'))
    await expectEmptied(system, empty.marketId, silent.marketId)
  })

  it('attack 9: nobody asks before the deadline, nor again before the cooldown', async () => {
    const system = await load()
    const { market, time } = system
    const { marketId, deadline } = await createMarket(system)
    await joinAll(system, marketId, 3)
    await time.setNextBlockTimestamp(deadline - 1)
    await expect(market.requestResolution(marketId))
      .to.be.revertedWithCustomError(market, 'TooEarly')
      .withArgs(deadline)
    await time.setNextBlockTimestamp(deadline)
    await market.requestResolution(marketId)
    const { requestedAt, round } = await market.getMarket(marketId)
    const cooldown = BigInt(defaultParameters.requestCooldown)
    await time.setNextBlockTimestamp(requestedAt + cooldown - 1n)
    await expect(market.requestResolution(marketId)).to.be.revertedWithCustomError(market, 'TooEarly')
    await time.setNextBlockTimestamp(requestedAt + cooldown)
    await market.requestResolution(marketId)
    const again = await market.getMarket(marketId)
    expect([again.requestedAt, again.round]).to.deep.equal([requestedAt, round])
  })

  it('attack 12: who bought an agent after it joined is not paid for it, and one payee’s money is its own', async () => {
    const system = await load()
    const { market, identities, ethers, challenger } = system
    const { marketId, workers } = await resolved(system, ['YES', 'YES', 'NO'], 'YES')
    const { wallet, agentId } = workers[0]!
    const agents = identities.connect(wallet) as unknown as {
      transferFrom(from: string, to: string, id: bigint): Promise<unknown>
    }
    await agents.transferFrom(wallet.address, challenger.address, agentId)
    await settle(system, marketId)
    const [due] = await payouts(system, marketId)
    const before = await ethers.provider.getBalance(wallet.address)
    await market.connect(challenger).claim(marketId, 0)
    expect(await ethers.provider.getBalance(wallet.address)).to.equal(before + due!)
    await expect(market.connect(challenger).withdraw(challenger.address)).to.be.revertedWithCustomError(
      market,
      'NothingToPay',
    )
    await expect(market.claim(marketId, 0)).to.be.revertedWithCustomError(market, 'NothingToPay')
    await expectEmptied(system, marketId)
  })

  it('attack 14: uneven shares leave dust, and the dust is the treasury’s', async () => {
    const system = await load()
    const { market, creator } = system
    const { marketId } = await requested(system, 4, { reward: ether('1') + 1n })
    const scores = [[71, 3, 97] as const, [70, 70, 70] as const, [13, 100, 1] as const]
    const records = [
      ...scores.map(([resQuality, srcQuality, analysisDepth]) => ({
        vote: { outcome: 'YES' as const, reason: null },
        resQuality,
        srcQuality,
        analysisDepth,
      })),
      { vote: { outcome: 'NO' as const, reason: null }, resQuality: 9, srcQuality: 9, analysisDepth: 9 },
    ]
    await deliver(system, await reportOf(system, marketId, ['YES', 'YES', 'YES', 'NO'], 'YES', { records }))
    await settle(system, marketId)
    const fee = ((ether('1') + 1n) * 300n) / 10_000n
    expect(Number((await market.creditOf(treasury)) - fee)).to.be.within(1, 3)
    expect(await market.creditOf(creator.address)).to.equal(0n)
    await expectTable(system, marketId)
    await expectEmptied(system, marketId)
  })

  it('attack 15: a tie is no YES', async () => {
    const system = await load()
    const { marketId } = await requested(system, 4)
    const words: Word[] = ['YES', 'YES', 'NO', 'NO']
    expect(await refusalOf(system, encoded(await reportOf(system, marketId, words, 'YES')))).to.equal(
      'OutcomeMismatch',
    )
    await deliver(system, await reportOf(system, marketId, words, 'INVALID'))
    await settle(system, marketId)
    expect(await system.market.statusOf(marketId)).to.equal(Status.Invalid)
    await expectEmptied(system, marketId)
  })

  it('attack 16: silence costs what a wrong answer costs, absence a tenth, and nobody earns by either', async () => {
    const system = await load()
    const words: Word[] = ['YES', 'YES', 'YES', 'YES', 'NO', 'silent', 'omitted-unprobed']
    const { marketId } = await requested(system, words.length)
    await deliver(system, await reportOf(system, marketId, words, 'YES'))
    await settle(system, marketId)
    // The pool less the fee, and half the stake of the wrong one.
    const right = ether('0.5') + ether('1.22') / 4n
    expect(await payouts(system, marketId)).to.deep.equal([
      ...Array(4).fill(right),
      ether('0.25'),
      ether('0.25'),
      ether('0.45'),
    ])
    expect(await system.market.creditOf(treasury)).to.equal(ether('0.03') + ether('0.25') + ether('0.05'))
    await expectEmptied(system, marketId)
  })

  it('attack 20: a record earns money and no votes, and counts as it was at the join', async () => {
    const system = await load()
    const { market } = system
    const first = await createMarket(system)
    const workers = await joinAll(system, first.marketId, 3)
    const { marketId } = await createMarket(system, { deadline: first.deadline + day })
    await market
      .connect(workers[0]!.wallet)
      .joinMarket(marketId, workers[0]!.agentId, { value: ether('0.5') })
    await system.time.increaseTo(first.deadline)
    await market.requestResolution(first.marketId)
    await deliver(system, await reportOf(system, first.marketId, ['YES', 'YES', 'NO'], 'YES'))
    await settle(system, first.marketId)
    await market
      .connect(workers[1]!.wallet)
      .joinMarket(marketId, workers[1]!.agentId, { value: ether('0.5') })
    await market
      .connect(workers[2]!.wallet)
      .joinMarket(marketId, workers[2]!.agentId, { value: ether('0.5') })
    await ask(system, marketId)
    const factors = await Promise.all([0, 1, 2].map((i) => market.getWorker(marketId, i)))
    // Joined before; right once with 70, 70, 70; wrong once.
    expect(factors.map(({ factorBps }) => factorBps)).to.deep.equal([2_500n, 3_227n, 2_500n])
    await deliver(system, await reportOf(system, marketId, ['YES', 'YES', 'NO'], 'YES'))
    const voted = await Promise.all([0, 1, 2].map((i) => market.getWorker(marketId, i)))
    expect(voted.map(({ weight }) => weight)).to.deep.equal([37_000n, 37_000n, 37_000n])
    expect(voted.map(({ share }) => share / 7_000n)).to.deep.equal([2_500n, 3_227n, 2_500n])
  })

  it('a report for one market says nothing about another', async () => {
    const system = await load()
    const { market } = system
    const deadline = (await system.time.latest()) + day
    const [one, other] = [
      await createMarket(system, { question, deadline }),
      await createMarket(system, { question, deadline }),
    ]
    await joinAll(system, one.marketId, 3)
    await joinAll(system, other.marketId, 3, 3)
    await system.time.increaseTo(deadline)
    await market.requestResolution(one.marketId)
    await market.requestResolution(other.marketId)
    const first = await tell(system, one.marketId, [yes, yes, no])
    expect(await market.statusOf(other.marketId)).to.equal(Status.Requested)
    const second = await tell(system, other.marketId, [no, no, yes])
    // Evidence of one is none against the other, though rounds, positions and rules are the same.
    await expect(challenge(system, other.marketId, 0, doubleTalkOf(first, 0))).to.be.revertedWithCustomError(
      system.judge,
      'BadSignature',
    )
    await expect(challenge(system, other.marketId, 0, leafOf(first, 1))).to.be.revertedWithCustomError(
      system.judge,
      'WrongDocket',
    )
    const seen = { observedAt: deadline, value: 1n, signature: '0x' as const }
    const crossed = counterSample(first.report, second.answers[0]!.attestation, seen)
    await expect(challenge(system, other.marketId, 0, crossed)).to.be.revertedWithCustomError(
      system.judge,
      'WrongDocket',
    )
    for (const { marketId } of [one, other]) await settle(system, marketId)
    expect([await market.outcomeOf(one.marketId), await market.outcomeOf(other.marketId)]).to.deep.equal([
      Outcome.Yes,
      Outcome.No,
    ])
    await expectEmptied(system, one.marketId, other.marketId)
  })
})

type Payee = {
  getAddress(): Promise<string>
  set(mood: number, target: string, calls: readonly string[]): Promise<unknown>
  run(target: string, data: string, overrides?: { value: bigint }): Promise<unknown>
  attempts(): Promise<bigint>
  successes(): Promise<bigint>
}

describe('attacks by payees', () => {
  const moods = { taking: 0, refusing: 1, reentering: 2, burning: 3 } as const

  /** A settled market of four, the last of whom is a contract. */
  async function paying(mood: keyof typeof moods) {
    const system = await load()
    const { ethers, market, identities, address } = system
    const payee = (await ethers.deployContract('BadPayee')) as unknown as Payee
    const { marketId, deadline } = await createMarket(system)
    await joinAll(system, marketId, 3)
    const register = identities.interface.encodeFunctionData('register()')
    await payee.run(await identities.getAddress(), register)
    const joinIt = market.interface.encodeFunctionData('joinMarket', [marketId, 3n])
    await payee.run(address, joinIt, { value: ether('0.5') })
    await system.time.increaseTo(deadline)
    await market.requestResolution(marketId)
    await deliver(system, await reportOf(system, marketId, ['YES', 'YES', 'YES', 'YES'], 'YES'))
    await settle(system, marketId)
    const self = await payee.getAddress()
    const again = [
      market.interface.encodeFunctionData('claim', [marketId, 3]),
      market.interface.encodeFunctionData('withdraw', [self]),
      market.interface.encodeFunctionData('settle', [marketId]),
    ]
    await payee.set(moods[mood], address, again)
    return { system, marketId, payee, self, market, ethers, address }
  }

  it('attack 17: who calls back while it is paid is paid once', async () => {
    const { system, marketId, payee, self, market, ethers } = await paying('reentering')
    await market.claim(marketId, 3)
    expect(await payee.attempts()).to.equal(3n)
    expect(await payee.successes()).to.equal(0n)
    expect(await ethers.provider.getBalance(self)).to.equal(ether('0.7425'))
    await expectEmptied(system, marketId)
  })

  it('attack 17: who calls back while it withdraws has its credit once', async () => {
    const { system, marketId, payee, self, market, ethers, address } = await paying('refusing')
    await market.claim(marketId, 3)
    expect(await market.creditOf(self)).to.equal(ether('0.7425'))
    const withdraw = market.interface.encodeFunctionData('withdraw', [self])
    await expect(payee.run(address, withdraw)).to.be.revertedWithCustomError(market, 'PaymentRefused')
    expect(await market.creditOf(self)).to.equal(ether('0.7425'))
    await payee.set(moods.reentering, address, [withdraw, withdraw])
    await payee.run(address, withdraw)
    expect([await payee.attempts(), await payee.successes()]).to.deep.equal([2n, 0n])
    expect(await ethers.provider.getBalance(self)).to.equal(ether('0.7425'))
    await expectEmptied(system, marketId)
  })

  it('attack 17: who burns all gas keeps nobody else from its money', async () => {
    const { system, marketId, self, market, payee, address } = await paying('burning')
    await market.claim(marketId, 3, { gasLimit: 5_000_000 })
    expect(await market.creditOf(self)).to.equal(ether('0.7425'))
    const elsewhere = market.interface.encodeFunctionData('withdraw', [system.challenger.address])
    await payee.run(address, elsewhere)
    await expectEmptied(system, marketId)
  })
})
