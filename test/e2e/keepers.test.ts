import { expect } from 'chai'
import { parseEventLogs } from 'viem'
import { temporaryDatabase } from '../../local/openStores.ts'
import type { TemporaryFolder } from '../../local/temporaryFolder.ts'
import { addressOf } from '../../local/transact.ts'
import { at, getParameters } from '../../services/chain/browser/market.ts'
import { type ServiceProcess, startService } from '../helpers/serviceProcess.ts'
import {
  hour,
  keeperAccounts,
  keyOfAccount,
  type Ledger,
  settingsFor,
  startLedger,
  until,
} from '../keeper/onChain.ts'

const markets = 6
/** A keeper that lost a race waits up to half a minute, before it goes on a block at a time. */
const patient = { longestMs: 240_000 }

describe('two keepers at once, as processes with keys of their own (AUDIT C9)', function () {
  this.timeout(600_000)
  let ledger: Ledger
  const stores = new Map<number, TemporaryFolder>()
  const running = new Map<number, ServiceProcess>()
  let timer: NodeJS.Timeout | undefined
  before(async () => {
    ledger = await startLedger()
  })
  after(async () => {
    clearInterval(timer)
    for (const one of running.values()) await one.stop('SIGKILL')
    await ledger?.stop()
    for (const store of stores.values()) store.remove()
  })

  async function begin(account: number): Promise<void> {
    const store = stores.get(account) ?? (await temporaryDatabase())
    stores.set(account, store)
    const changes = { store: { folder: store.path }, watch: { pollMs: 50 }, log: 'info' }
    const env = { KEEPER_KEY: keyOfAccount(account) }
    running.set(account, await startService(['keeper', 'start'], settingsFor(ledger, changes), env))
  }

  /** Blocks come at their own pace, as on a public chain: what is sent waits in the pool. */
  const makeBlocks = (): void => {
    timer = setInterval(() => void ledger.chain.client.mine({ blocks: 1 }).catch(() => {}), 1_000)
  }
  const pool = async (account: number) => {
    const { transactions } = await ledger.chain.client.getBlock({
      blockTag: 'pending',
      includeTransactions: true,
    })
    return transactions.filter(({ from }) => from === addressOf(account).toLowerCase()).length
  }
  const all = async (status: string) => {
    const found = await Promise.all(Array.from({ length: markets }, (_, i) => ledger.status(i + 1)))
    return found.every((one) => one === status)
  }
  const receipts = async () => {
    const { client } = ledger.chain
    const head = await client.getBlockNumber()
    const found = []
    for (let number = 0n; number <= head; number++) {
      const { transactions } = await client.getBlock({ blockNumber: number })
      for (const hash of transactions) found.push(await client.getTransactionReceipt({ hash }))
    }
    return found
  }

  it('one is killed between sending and seeing: no market is missed, none is asked twice, each has one reverted call at most', async () => {
    for (let i = 0; i < markets; i++) await ledger.open(3)
    await Promise.all(keeperAccounts.map(begin))
    const { client } = ledger.chain
    await client.setAutomine(false)
    await ledger.chain.warpTo((await ledger.chain.now()) + hour)
    const [victim] = keeperAccounts
    await until(
      async () => (await pool(keeperAccounts[0])) + (await pool(keeperAccounts[1])) > 0,
      'something is sent',
      patient,
    )
    const isFirst = (await pool(victim)) > 0
    const killed = isFirst ? victim : keeperAccounts[1]
    await running.get(killed)!.stop('SIGKILL')
    makeBlocks()
    await until(() => all('Requested'), 'all are asked', patient)
    await begin(killed)
    const { resolutionTimeout } = await getParameters(ledger.place)
    clearInterval(timer)
    await ledger.chain.warpTo((await ledger.chain.now()) + resolutionTimeout)
    makeBlocks()
    await until(() => all('Invalid'), 'all are given up', patient)
    clearInterval(timer)
    for (const one of running.values()) expect(await one.stop()).to.equal(0)

    const made = await receipts()
    const { abi } = at(ledger.place.market)
    const logs = made.flatMap((one) => one.logs)
    expect(parseEventLogs({ abi, eventName: 'ResolutionRequested', logs })).to.have.length(markets)
    expect(parseEventLogs({ abi, eventName: 'MarketSettled', logs })).to.have.length(markets)
    for (const account of keeperAccounts) {
      const address = addressOf(account).toLowerCase()
      const mine = made.filter(({ from }) => from === address)
      const reverted = mine.filter(({ status }) => status === 'reverted')
      expect(reverted.length, `reverted calls of account ${account}`).to.be.at.most(1)
      // The nonces are all used: nothing that was signed is left behind.
      expect(await client.getTransactionCount({ address: addressOf(account), blockTag: 'pending' })).to.equal(
        mine.length,
      )
    }
  })
})
