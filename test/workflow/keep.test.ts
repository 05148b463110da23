import { expect } from 'chai'
import { decodeFunctionData, encodeFunctionResult, type Hex } from 'viem'
import { cresolverMarketAbi, upkeepAbi } from '../../deployments/abi/index.ts'
import { readLimits } from '../../don/limits.ts'
import { Evm } from '../../don/sdk.ts'
import { limitsFile } from '../../local/startDon.ts'
import { Limits } from '../../protocol/index.ts'
import type { Kept } from '../../workflow/result.ts'
import { fakeRuntime, type Host, load, type Runtime } from './fakeRuntime.ts'

const { keep } = await load<{
  keep(runtime: Runtime, tick: number, limits: Limits.Limits): Kept
}>('keep')

const limits = Limits.read(limitsFile())
const receiver: Hex = `0x${'a5'.repeat(20)}`
const upkeep = { receiver, schedule: '0 * * * * *', gasLimit: '5000000' }

type Named = { step: number; marketId: bigint; value: bigint; gas: bigint }
const named = (step: number, marketId: number, value = 1): Named => ({
  step,
  marketId: BigInt(marketId),
  value: BigInt(value),
  gas: 100_000n,
})

/** A chain of so many markets, and what its upkeep contract finds due from an id on. */
const chainOf =
  (count: number, dueFrom: (first: number) => readonly Named[]) =>
  (data: Hex, to: Hex): Hex => {
    if (to !== receiver)
      return encodeFunctionResult({
        abi: cresolverMarketAbi,
        functionName: 'marketCount',
        result: BigInt(count),
      })
    const { args } = decodeFunctionData({ abi: upkeepAbi, data })
    const result = dueFrom(Number(args![0]))
    return encodeFunctionResult({ abi: upkeepAbi, functionName: 'findDue', result } as never)
  }

const kept = (host: Host, tick = 0) => {
  const fake = fakeRuntime({ ...host, config: { upkeep, ...host.config } })
  return { result: keep(fake.runtime, tick, limits), fake }
}

describe('a DON that keeps markets', () => {
  it('has the steps that are due made in one report, to the contract that makes them', () => {
    const due = [named(4, 2), named(3, 1, 9), named(2, 3)]
    const { result, fake } = kept({ chain: chainOf(3, () => due) })
    expect(result).to.deep.equal({
      status: 'kept',
      steps: [
        { step: 'request', market_id: 3 },
        { step: 'settle', market_id: 1 },
        { step: 'finalize', market_id: 2 },
      ],
      tx_hash: '0xaa',
    })
    expect(fake.written).to.deep.equal([
      { payload: '0x020000000000000003030000000000000001040000000000000002', receiver, gasLimit: 5_000_000n },
    ])
  })

  it('looks at the newest block, for what is final may be done since', () => {
    const { fake } = kept({ chain: chainOf(1, () => []), config: { confidence: 'FINALIZED' } })
    expect(fake.reads.map(({ to, block }) => [to === receiver, block])).to.deep.equal([
      [false, -3n],
      [true, -2n],
    ])
  })

  it('writes nothing where no step is due, or others keep the markets', () => {
    const idle = kept({ chain: chainOf(3, () => []) })
    expect(idle.result).to.deep.equal({ status: 'nothing', why: 'no step is due' })
    const off = kept({ config: { upkeep: null } })
    expect(off.result.status).to.equal('nothing')
    for (const { fake } of [idle, off]) expect(fake.written).to.deep.equal([])
    expect(off.fake.reads).to.deep.equal([])
  })

  it('keeps within CRE’s smallest quotas, with so many markets that one look does not reach all', () => {
    const { fake } = kept({ chain: chainOf(100_000, (first) => [named(3, first)]) }, 3)
    expect(fake.reads.length).to.equal(limits.reads)
    expect(fake.written).to.have.length(1)
    const bytes = (fake.written[0]!.payload.length - 2) / 2
    expect(bytes).to.be.at.most(readLimits(limitsFile()).ChainWrite.ReportSizeLimit)
  })

  it('a page that cannot be looked at leaves the others alone', () => {
    const chain = chainOf(128, (first) => {
      if (first === 1) throw new Error('out of gas')
      return [named(3, first)]
    })
    const { result, fake } = kept({ chain })
    expect(result.steps).to.deep.equal([{ step: 'settle', market_id: 65 }])
    expect(fake.logs.some((line) => line.startsWith('markets from 1 on'))).to.equal(true)
  })

  it('a step that it does not know is left out', () => {
    expect(kept({ chain: chainOf(1, () => [named(9, 1)]) }).result.status).to.equal('nothing')
  })

  it('says what a transaction failed of', () => {
    const reverted = { txStatus: Evm.TxStatus.REVERTED, errorMessage: 'out of gas' }
    const { result } = kept({ chain: chainOf(1, () => [named(3, 1)]), write: () => reverted })
    expect(result).to.include({ status: 'refused', why: 'out of gas' })
  })
})
