import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { createWalletClient, http } from 'viem'
import { testAccount } from '../../../../cli/chain/account.ts'
import { notaryAbi } from '../../../../deployments/abi/index.ts'
import { notaryBytecode } from '../../../../deployments/bytecode/index.ts'
import { startChain } from '../../../../local/startChain.ts'
import { Hash } from '../../../../protocol/index.ts'
import { notaryOnChain } from '../../../../services/chain/browser/registers.ts'
import {
  inBatches,
  notarizeOnChain,
  proveByNotarizing,
} from '../../../../workers/source/provenance/notarizing.ts'
import { type NotaryReader, notaryLog } from '../../../../workers/source/provenance/notaryLog.ts'
import { body, foundOf, itemOf, retrievedAt } from './items.ts'

const hashes = ['one', 'two', 'three', 'four'].map(Hash.ofText) as [
  Hash.Hash,
  Hash.Hash,
  Hash.Hash,
  Hash.Hash,
]

describe('inBatches', () => {
  it('sends one batch at a time, and what comes meanwhile together in the next', async () => {
    const sent: Hash.Hash[][] = []
    let running = 0
    const log = inBatches(async (batch) => {
      expect(++running).to.equal(1)
      sent.push([...batch])
      await sleep(5)
      running--
    })
    const first = [log(hashes[0]), log(hashes[1])]
    await sleep(1)
    await Promise.all([...first, log(hashes[2]), log(hashes[3]), log(hashes[2])])
    expect(sent).to.deep.equal([hashes.slice(0, 2), hashes.slice(2)])
  })

  it('a batch that fails is told to those in it alone', async () => {
    let calls = 0
    const log = inBatches(async () => {
      if (++calls === 1) throw new Error('no funds')
    })
    const first = log(hashes[0]).catch((error: Error) => error.message)
    await sleep(1)
    await log(hashes[1])
    expect(await first).to.equal('no funds')
  })
})

describe('proveByNotarizing', () => {
  const emptyLog: NotaryReader = {
    chainId: 1,
    address: `0x${'11'.repeat(20)}`,
    notarizedAt: async () => null,
  }

  it('an item stays plain, and the failure is told, where nothing can be logged or it takes too long', async () => {
    const failures: string[] = []
    const onFailure = (error: unknown) => failures.push((error as Error).message)
    const fails = proveByNotarizing(emptyLog, () => Promise.reject(new Error('no funds')), {
      maxWaitMs: 1_000,
      onFailure,
    })
    expect(await fails(foundOf({}))).to.equal(null)
    const slow = proveByNotarizing(emptyLog, () => sleep(200), { maxWaitMs: 10, onFailure })
    expect(await slow(foundOf({}))).to.equal(null)
    expect(failures[0]).to.equal('no funds')
    expect(failures[1]).to.include('Nothing was logged within 10 ms.')
  })

  it('pays nothing for what is in the log', async () => {
    const known = { ...emptyLog, notarizedAt: async () => retrievedAt }
    const prove = proveByNotarizing(known, () => Promise.reject(new Error('must not be sent')), {
      maxWaitMs: 1_000,
    })
    expect(await prove(foundOf({}))).to.deep.include({ kind: 'log', tier: 2 })
  })
})

describe('notarizeOnChain', function () {
  this.timeout(60_000)
  let chain: Awaited<ReturnType<typeof startChain>>
  before(async () => {
    chain = await startChain({ start: retrievedAt })
  })
  after(() => chain.stop())

  it('B13 S2-30: evidence is notarized by its collector and proven by the log; another log refuses the proof', async () => {
    const { client, url } = chain
    const account = testAccount(3)
    const chainId = client.chain.id
    const wallet = createWalletClient({ account, chain: client.chain, transport: http(url) })
    const deployed = async () => {
      const hash = await wallet.deployContract({ ...notaryBytecode, abi: notaryAbi })
      return (await client.waitForTransactionReceipt({ hash })).contractAddress!
    }
    const [address, other] = [await deployed(), await deployed()]
    const reader = notaryOnChain(client, chainId, address)
    const prove = proveByNotarizing(reader, notarizeOnChain({ rpcUrl: url, chainId, address, account }), {
      maxWaitMs: 10_000,
      onFailure: (error) => {
        throw error
      },
    })
    const [proven, again] = await Promise.all([prove(foundOf({})), prove(foundOf({}))])
    expect(proven).to.deep.include({ kind: 'log', tier: 2 })
    expect(again).to.deep.equal(proven)
    expect(await reader.notarizedAt(Hash.ofText(body))).to.be.a('number')
    const item = itemOf(proven!)
    expect(await notaryLog(reader)(item)).to.equal(null)
    expect(await notaryLog(notaryOnChain(client, chainId, other))(item)).to.equal('It is about another log.')
  })
})
