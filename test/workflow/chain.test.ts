import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { create } from '@bufbuild/protobuf'
import { anyPack } from '@bufbuild/protobuf/wkt'
import { expect } from 'chai'
import { type Hex, hexToBytes, numberToHex, parseTransaction } from 'viem'
import type { Don } from '../../don/don.ts'
import { Evm } from '../../don/sdk.ts'
import { itInFull } from '../helpers/budget.ts'
import { onStage, type Stage } from './stage.ts'

const yes = { value: '75120.5' }
const honest = [yes, yes, yes]

describe('what the chain does to a round', function () {
  this.timeout(180_000)
  let stage: Stage
  let proxy: Server
  let rpcUrl: string
  /** `down`: no answer. `hold`: transactions are kept instead of sent. */
  let mood: 'fine' | 'down' | 'hold' = 'fine'
  const held: Hex[] = []
  let behindProxy: Don | undefined
  const ask = () => stage.ask({ joined: 3 })

  const onThe = onStage()
  before(async () => {
    stage = onThe()
    proxy = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk) => (body += String(chunk)))
      request.on('end', async () => {
        if (mood === 'down') return void response.destroy()
        const { method, params, id } = JSON.parse(body)
        if (mood === 'hold' && method === 'eth_sendRawTransaction') {
          held.push(params[0])
          return void response.end(
            JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32000, message: 'busy' } }),
          )
        }
        const reply = await fetch(stage.chain.url, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body,
        })
        response.end(await reply.text())
      })
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => proxy.once('listening', resolve))
    rpcUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  })
  after(async () => {
    proxy.close()
    proxy.closeAllConnections()
    await behindProxy?.stop()
  })

  it('an RPC that fails for a while costs an attempt, not the round', async () => {
    const marketId = await ask()
    await stage.collect(marketId, honest)
    behindProxy ??= stage.don({}, {}, rpcUrl)
    mood = 'down'
    expect((await stage.attempt(behindProxy, marketId)).error).not.to.equal(null)
    mood = 'fine'
    expect((await stage.poke(behindProxy, marketId)).result).to.deep.include({
      status: 'reported',
      outcome: 'YES',
    })
  })

  it('a report that is sent again changes nothing', async () => {
    const marketId = await ask()
    await stage.collect(marketId, honest)
    const { result } = await stage.poke(stage.sharedDon(), marketId)
    const { input, to } = await stage.chain.client.getTransaction({ hash: result.tx_hash as Hex })
    const before = await stage.read(marketId)
    const again = stage.chain.client.sendTransaction({
      account: await stage.firstAccount(),
      to: to!,
      data: input,
      gas: 3_000_000n,
    })
    await again.catch(() => {})
    expect(await stage.read(marketId)).to.deep.equal(before)
  })

  itInFull('a report that comes after its round is over is refused', async () => {
    const marketId = await ask()
    await stage.collect(marketId, ['silent', 'silent', yes])
    behindProxy ??= stage.don({}, {}, rpcUrl)
    await stage.chain.warpTo((await stage.chain.now()) + 3_700)
    mood = 'hold'
    await stage.attempt(behindProxy, marketId)
    mood = 'fine'
    expect(held).to.have.length(1)
    // The same report by another execution starts the next round …
    expect((await stage.poke(stage.sharedDon(), marketId)).result).to.deep.include({
      status: 'reported',
      outcome: null,
    })
    expect((await stage.read(marketId)).round).to.equal(2)
    // … and the one that was held back is a signed report of a round that is over.
    const before = await stage.read(marketId)
    const { to, data } = parseTransaction(held[0]!)
    const hash = await stage.chain.client.sendTransaction({
      account: await stage.firstAccount(),
      to: to!,
      data: data!,
      gas: 3_000_000n,
    })
    // Anyone may deliver it, and the forwarder takes it; the market does not.
    const { status } = await stage.chain.client.getTransactionReceipt({ hash })
    expect(status).to.equal('success')
    expect(await stage.read(marketId)).to.deep.equal(before)
  })

  it('SPEC §2: without quorum the round is repeated, and those who answered in either count', async () => {
    const marketId = await ask()
    await stage.collect(marketId, [yes, 'silent', 'silent'])
    const early = await stage.poke(stage.sharedDon(), marketId)
    expect(early.result.status).to.equal('waiting')
    await stage.chain.warpTo((await stage.chain.now()) + 3_700)
    expect((await stage.poke(stage.sharedDon(), marketId)).result).to.deep.include({
      status: 'reported',
      outcome: null,
    })
    await stage.collect(marketId, [yes, yes, yes])
    expect((await stage.poke(stage.sharedDon(), marketId)).result).to.deep.include({
      status: 'reported',
      round: 2,
      outcome: 'YES',
    })
  })

  itInFull(
    'SPEC §7: a repeat is told from a first round, also where nobody had answered before',
    async () => {
      const marketId = await ask()
      await stage.collect(marketId, ['silent', 'silent', 'silent'])
      await stage.chain.warpTo((await stage.chain.now()) + 3_700)
      expect((await stage.poke(stage.sharedDon(), marketId)).result).to.deep.include({ outcome: null })
      // Two of three: a quorum of a first round, and none of a repeated one, which needs three.
      await stage.collect(marketId, [yes, yes, 'silent'])
      await stage.chain.warpTo((await stage.chain.now()) + 3_700)
      const { result, report } = await stage.poke(stage.sharedDon(), marketId)
      expect(result).to.deep.include({ status: 'reported', round: 2, outcome: null })
      expect(report.usage.writes).to.equal(1)
      expect(await stage.read(marketId)).to.deep.include({ status: 3, outcome: 3 })
    },
  )

  it('an appeal asks fresh workers only, on top of what stands', async () => {
    const marketId = await ask()
    await stage.collect(marketId, [yes, yes, { value: '74000' }])
    await stage.poke(stage.sharedDon(), marketId)
    await stage.escalate(marketId, [3, 4, 5])
    await stage.collect(marketId, [{ value: '74000' }, { value: '74000' }, { value: '74000' }])
    const { result } = await stage.poke(stage.sharedDon(), marketId)
    expect(result).to.deep.include({ status: 'reported', round: 2, outcome: 'NO' })
    expect(await stage.read(marketId)).to.deep.include({ status: 3, outcome: 2, appeals: 1 })
  })

  it('a log wakes it, and the sweep finds a market whose log was dropped', async () => {
    const marketId = await ask()
    await stage.collect(marketId, honest)
    const payload = create(Evm.LogSchema, {
      topics: [new Uint8Array(32), hexToBytes(numberToHex(marketId, { size: 32 }))],
    })
    const report = await stage.sharedDon().execute(0, anyPack(Evm.LogSchema, payload), 'a log')
    expect(JSON.parse(report.value as string)).to.deep.include({ status: 'reported', market_id: marketId })
    const dropped = await ask()
    await stage.collect(dropped, honest)
    // Markets of other tests may wait, too: the sweep comes to each.
    const swept: number[] = []
    for (let tick = 0; tick < 16 && !swept.includes(dropped); tick++) {
      const { result } = await stage.sweep(stage.sharedDon(), tick)
      if (result.status === 'reported') swept.push(result.market_id)
    }
    expect(swept).to.include(dropped)
  })

  itInFull('a report after the time for it is not even tried', async () => {
    const marketId = await ask()
    await stage.collect(marketId, honest)
    await stage.chain.warpTo((await stage.chain.now()) + 2 * 86_400)
    expect((await stage.poke(stage.sharedDon(), marketId)).result).to.deep.include({ status: 'nothing' })
  })
})
