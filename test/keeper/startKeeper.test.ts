import { expect } from 'chai'
import { encodeFunctionData, parseEther } from 'viem'
import { binaryMarketAbi } from '../../deployments/abi/index.ts'
import type { Health } from '../../keeper/health.ts'
import type { Outcome } from '../../keeper/Outbox.ts'
import { claimPlace } from '../../keeper/Records.ts'
import type { Running } from '../../keeper/startKeeper.ts'
import { temporaryDatabase } from '../../local/openStores.ts'
import { transact } from '../../local/transact.ts'
import { Address } from '../../protocol/index.ts'
import { at, getParameters } from '../../services/chain/browser/market.ts'
import { openStore } from '../../services/store/openStore.ts'
import { hour, type Ledger, startHere, startLedger, until } from './onChain.ts'

describe('a keeper on a real chain (AUDIT C9)', function () {
  this.timeout(180_000)
  let ledger: Ledger
  let running: Running | undefined
  let outcomes: Outcome[] = []
  before(async () => {
    ledger = await startLedger({ maxWorkers: 3 })
  })
  after(() => ledger?.stop())
  afterEach(async () => {
    await running?.stop()
    running = undefined
    outcomes = []
  })
  const begin = async (changes: object = {}) => {
    running = await startHere(ledger, { changes, onOutcome: (one) => void outcomes.push(one) })
    return running
  }
  const madeFor = (marketId: number) =>
    outcomes
      .filter(({ call }) => call.marketId === marketId)
      .map(({ call, result }) => `${call.kind} ${result}`)

  it('ends a market without enough agents, asks one with enough, and draws where there are too many', async () => {
    const [empty, full, crowded] = [await ledger.open(1), await ledger.open(3), await ledger.open(4)]
    await begin()
    expect(await ledger.status(full)).to.equal('Open')
    await ledger.chain.warpTo((await ledger.chain.now()) + hour)
    await until(async () => (await ledger.status(empty)) === 'Invalid', 'too few')
    await until(async () => (await ledger.status(full)) === 'Requested', 'asked')
    await until(() => madeFor(crowded).length === 1, 'noted')
    expect(await ledger.status(crowded)).to.equal('Open')
    await ledger.chain.client.mine({ blocks: 5 })
    await until(async () => (await ledger.status(crowded)) === 'Requested', 'drawn')
    await until(() => madeFor(crowded).length === 2, 'known')
    expect([madeFor(empty), madeFor(full), madeFor(crowded)]).to.deep.equal([
      ['request ok'],
      ['request ok'],
      ['request ok', 'draw ok'],
    ])
  })

  it('settles when the window is over, finalizes, settles bets, and publishes every record once', async () => {
    const marketId = await ledger.open(3)
    const [book, bet] = [ledger.place.at('BinaryMarket'), parseEther('0.001')]
    for (const [from, side] of [
      [6, 1],
      [7, 2],
    ] as const) {
      const args = [BigInt(marketId), side, bet] as const
      const data = encodeFunctionData({ abi: binaryMarketAbi, functionName: 'bet', args })
      await transact(ledger.chain, from, { to: book, data, value: bet })
    }
    await begin({ binaryMarket: book })
    await ledger.chain.warpTo((await ledger.chain.now()) + hour)
    await until(async () => (await ledger.status(marketId)) === 'Requested', 'asked')
    await ledger.report(marketId, 3)
    expect(await ledger.status(marketId)).to.equal('Resolved')
    await ledger.chain.warpTo(Number((await ledger.view(marketId)).windowEnd))
    await until(() => madeFor(marketId).length === 7, 'all calls')
    expect(madeFor(marketId)).to.have.members([
      ...['request ok', 'settle ok', 'finalize ok', 'settleBets ok'],
      ...Array.from({ length: 3 }, () => 'publishFeedback ok'),
    ])
    // Feedback waits for what moves money.
    const made = madeFor(marketId)
    expect(made.indexOf('finalize ok')).to.be.below(made.indexOf('publishFeedback ok'))
    expect(await ledger.status(marketId)).to.equal('Finalized')
    const isDone = () => running!.keeper.book.calls().every((call) => call.marketId !== marketId)
    await until(isDone, 'nothing is left to call')
  })

  it('asks an appeal’s agents when its joins end, again when nobody reports, and gives up in the end', async () => {
    const marketId = await ledger.open(3)
    await begin()
    await ledger.chain.warpTo((await ledger.chain.now()) + hour)
    await until(async () => (await ledger.status(marketId)) === 'Requested', 'asked')
    await ledger.report(marketId, 3)
    const bond = await ledger.chain.client.readContract({
      ...at(ledger.place.market),
      functionName: 'bondOf',
      args: [BigInt(marketId)],
    })
    await ledger.call('escalate', [BigInt(marketId), 1], { value: bond })
    await ledger.join(marketId, [5, 6, 7])
    await ledger.chain.warpTo(Number((await ledger.view(marketId)).windowEnd))
    await until(async () => (await ledger.view(marketId)).seats === 3, 'the appeal is asked')
    const { requestedAt } = await ledger.view(marketId)
    const { requestCooldown, resolutionTimeout } = await getParameters(ledger.place)
    await ledger.chain.warpTo(Number(requestedAt) + requestCooldown)
    await until(() => madeFor(marketId).includes('askAgain ok'), 'asked again')
    await ledger.chain.warpTo(Number(requestedAt) + resolutionTimeout)
    await until(async () => !(await ledger.view(marketId)).isAppealing, 'given up')
    await ledger.chain.warpTo(Number((await ledger.view(marketId)).windowEnd))
    await until(() => madeFor(marketId).includes('finalize ok'), 'final')
    const made = madeFor(marketId).filter((one) => !one.startsWith('publish'))
    expect(new Set(made)).to.deep.equal(
      new Set(['request ok', 'askAgain ok', 'expire ok', 'settle ok', 'finalize ok']),
    )
  })

  it('tells of itself: health, metrics and its document; nothing can be asked of it', async () => {
    const { url, keeper } = await begin()
    await until(() => keeper.status.head !== null, 'a look')
    const health = (await (await fetch(`${url}/health`)).json()) as Health
    expect(health).to.deep.include({ live: true, ready: true, waiting: null })
    expect(health.account.address).to.equal(keeper.address)
    const metrics = await (await fetch(`${url}/metrics`)).text()
    expect(metrics).to.match(/cresolver_keeper_balance_eth \d/)
    expect(await (await fetch(`${url}/openapi.json`)).text()).to.contain('CREsolver keeper')
    expect((await fetch(`${url}/health`, { method: 'POST' })).status).to.equal(405)
  })

  it('does not go on with the store of a local chain that was started anew', async () => {
    const folder = await temporaryDatabase()
    const store = await openStore({ folder: folder.path, schema: 'keeper' })
    await claimPlace(
      store,
      { chainId: 31_337, market: Address.of(ledger.place.market) },
      `0x${'11'.repeat(32)}`,
    )
    await store.close()
    const error = await startHere(ledger, { changes: { store: { folder: folder.path } } }).catch((one) => one)
    expect(error).to.have.property('name', 'Keeper.OtherChainStoreError')
    folder.remove()
  })
})
