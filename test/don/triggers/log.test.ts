import { create } from '@bufbuild/protobuf'
import { anyUnpack } from '@bufbuild/protobuf/wkt'
import type { EVM_PB } from '@chainlink/cre-sdk/pb'
import { expect } from 'chai'
import { numberToBytes } from 'viem'
import { Evm } from '../../../don/sdk.ts'
import { eventIdOf, type LogTriggerOptions, startLogTrigger } from '../../../don/triggers/log.ts'
import type { Trigger, TriggerEvent } from '../../../don/triggers/trigger.ts'
import { limits } from '../../helpers/localDon.ts'

const word = (value: number) => numberToBytes(value, { size: 32 })

/** A chain in memory, whose node can fail and whose blocks can be taken back. */
class FakeChain {
  logsOf: EVM_PB.Log[] = []
  height = 10n
  isDown = false
  asked: [bigint, bigint][] = []
  tries = 0

  add(block: number, index = 0, data = new Uint8Array(32), fork = 0): EVM_PB.Log {
    const log = create(Evm.LogSchema, {
      address: new Uint8Array(20),
      topics: [word(1)],
      txHash: word(block * 1_000 + index),
      blockHash: word(block + fork * 1_000_000),
      data,
      blockNumber: { absVal: numberToBytes(block), sign: 1n },
      index,
    })
    this.logsOf.push(log)
    if (BigInt(block) > this.height) this.height = BigInt(block)
    return log
  }

  async head(): Promise<bigint> {
    this.tries++
    if (this.isDown) throw new Error('down')
    return this.height
  }

  async logs(_: unknown, from: bigint, to: bigint): Promise<EVM_PB.Log[]> {
    if (this.isDown) throw new Error('down')
    this.asked.push([from, to])
    return this.logsOf.filter(({ blockNumber }) => {
      const block = BigInt(`0x${Buffer.from(blockNumber!.absVal).toString('hex')}`)
      return block >= from && block <= to
    })
  }
}

describe('the log trigger', () => {
  let chain: FakeChain
  let fired: TriggerEvent[]
  let notes: string[]
  const running: Trigger[] = []

  beforeEach(() => {
    chain = new FakeChain()
    fired = []
    notes = []
  })
  afterEach(async () => {
    await Promise.all(running.splice(0).map((trigger) => trigger.stop()))
  })

  /** Once it has looked at the chain again, whole. */
  const looked = async () => {
    const before = chain.tries
    while (chain.tries < before + 2) await new Promise((resolve) => setTimeout(resolve, 1))
  }

  const filter = create(Evm.FilterLogTriggerRequestSchema, {
    addresses: [new Uint8Array(20)],
    topics: [{ values: [word(1)] }],
  })

  async function start(options: Partial<LogTriggerOptions> = {}): Promise<Trigger> {
    const trigger = await startLogTrigger({
      handler: 0,
      chain,
      filter,
      limits: limits.LogTrigger,
      fire: (event) => fired.push(event),
      note: (text) => notes.push(text),
      pollMs: 5,
      finalityMs: 0,
      ...options,
    })
    running.push(trigger)
    return trigger
  }

  it('hands on logs from the next block on, each once, in order, under CRE’s event id', async () => {
    chain.add(10)
    const trigger = await start()
    const [first, second] = [chain.add(11), chain.add(11, 1)]
    await trigger.settle()
    await trigger.settle()
    expect(fired.map(({ event }) => event)).to.deep.equal([eventIdOf(first), eventIdOf(second)])
    expect(fired[0]!.event).to.match(/^[0-9a-f]{64}:[0-9a-f]{64}:0$/)
    expect(anyUnpack(fired[0]!.payload, Evm.LogSchema)).to.deep.equal(first)
  })

  it('begins at a block of the past where it is told to', async () => {
    chain.add(4)
    const trigger = await start({ fromBlock: 3n })
    await trigger.settle()
    expect(fired).to.have.length(1)
  })

  it('reads a long past in pieces', async () => {
    chain.add(2_500)
    await (await start({ fromBlock: 1n })).settle()
    expect(chain.asked.slice(0, 3)).to.deep.equal([
      [1n, 1_000n],
      [1_001n, 2_000n],
      [2_001n, 2_500n],
    ])
    expect(fired).to.have.length(1)
  })

  it('loses nothing while the node fails for a while', async () => {
    const trigger = await start()
    chain.isDown = true
    chain.add(11)
    await looked()
    chain.add(12)
    expect(fired).to.have.length(0)
    chain.isDown = false
    await trigger.settle()
    expect(fired).to.have.length(2)
    expect(notes[0]).to.match(/fails, and is asked again/)
  })

  it('waits for finality, and hands on nothing that the chain took back meanwhile', async () => {
    let now = 0
    const trigger = await start({ finalityMs: 1_000, now: () => now })
    chain.add(11)
    const stays = chain.add(12)
    await looked()
    expect(fired).to.have.length(0)
    chain.logsOf.shift()
    const moved = chain.add(11, 0, undefined, 1)
    await looked()
    now = 2_000
    await looked()
    now = 4_000
    await trigger.settle()
    expect(fired.map(({ event }) => event)).to.have.members([eventIdOf(stays), eventIdOf(moved)])
    expect(notes.join()).to.match(/taken back/)
  })

  it('goes on where a chain was turned back, and never hands on the same log twice', async () => {
    const trigger = await start()
    chain.add(20)
    await trigger.settle()
    chain.height = 12n
    await trigger.settle()
    chain.height = 25n
    chain.add(13, 0, undefined, 1)
    await trigger.settle()
    expect(fired).to.have.length(2)
  })

  it('leaves out what was removed', async () => {
    const trigger = await start()
    chain.add(11).removed = true
    await trigger.settle()
    expect(fired).to.have.length(0)
  })

  it('drops what is over 5 kB or over the rate, with a note, as CRE does', async () => {
    const trigger = await start({ now: () => 0 })
    chain.add(11, 0, new Uint8Array(5_001))
    for (let i = 1; i <= 12; i++) chain.add(11, i)
    await trigger.settle()
    expect(fired).to.have.length(10)
    expect(notes.filter((note) => note.includes('of 5000'))).to.have.length(1)
    expect(notes.filter((note) => note.includes('too many at once'))).to.have.length(2)
  })

  it('drops on purpose what a fault names', async () => {
    const trigger = await start({ drop: ({ index }) => index === 0 })
    chain.add(11, 0)
    chain.add(11, 1)
    await trigger.settle()
    expect(fired).to.have.length(1)
  })

  it('refuses a filter that CRE would refuse', async () => {
    const address = new Uint8Array(20)
    const cases: [EVM_PB.FilterLogTriggerRequest, RegExp][] = [
      [create(Evm.FilterLogTriggerRequestSchema, { topics: filter.topics }), /at least one address/],
      [create(Evm.FilterLogTriggerRequestSchema, { addresses: [address] }), /event signature/],
      [
        create(Evm.FilterLogTriggerRequestSchema, { ...filter, addresses: Array(6).fill(address) }),
        /6 addresses/,
      ],
      [
        create(Evm.FilterLogTriggerRequestSchema, {
          ...filter,
          topics: [create(Evm.TopicValuesSchema, { values: Array(11).fill(word(1)) })],
        }),
        /11 topics in one slot/,
      ],
    ]
    for (const [refused, why] of cases) {
      const error = await start({ filter: refused }).catch((cause) => cause)
      expect(error).to.have.property('name', 'Trigger.RefusedError')
      expect(error.message).to.match(why)
    }
  })
})
