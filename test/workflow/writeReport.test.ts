import { expect } from 'chai'
import { Evm } from '../../don/sdk.ts'
import { fakeRuntime, type Host, load, type Runtime } from './fakeRuntime.ts'

type Written =
  | { readonly kind: 'taken'; readonly txHash: string }
  | { readonly kind: 'refused'; readonly txHash: string; readonly why: string }
const { settle, write } = await load<{
  settle(runtime: Runtime, report: Uint8Array): Written
  write(runtime: Runtime, report: Uint8Array, to: { receiver: string; gasLimit: string }): Written
}>('writeReport')

const report = Uint8Array.of(1, 2, 3)
const settled = (host: Host = {}) => {
  const fake = fakeRuntime(host)
  return { written: settle(fake.runtime, report), fake }
}

describe('a report that is written', () => {
  it('of a round goes to the market, with the gas of the configuration', () => {
    const { written, fake } = settled({ config: { gasLimit: '2000000' } })
    expect(written).to.deep.equal({ kind: 'taken', txHash: '0xaa' })
    expect(fake.written).to.deep.equal([
      { payload: '0x010203', receiver: fake.runtime.config.market.toLowerCase(), gasLimit: 2_000_000n },
    ])
  })

  it('goes to another contract, with other gas, where that is named', () => {
    const fake = fakeRuntime()
    const receiver = `0x${'a5'.repeat(20)}`
    expect(write(fake.runtime, report, { receiver, gasLimit: '5000000' }).kind).to.equal('taken')
    expect(fake.written).to.deep.equal([{ payload: '0x010203', receiver, gasLimit: 5_000_000n }])
  })

  it('is refused where the transaction fails, or the contract does inside one that succeeds', () => {
    const failed = { txStatus: Evm.TxStatus.REVERTED, errorMessage: 'out of gas' }
    expect(settled({ write: () => failed }).written).to.include({ kind: 'refused', why: 'out of gas' })
    const silent = { txStatus: Evm.TxStatus.FATAL }
    expect(settled({ write: () => silent }).written).to.include({
      kind: 'refused',
      why: 'the transaction failed',
    })
    const swallowed = {
      txStatus: Evm.TxStatus.SUCCESS,
      receiverContractExecutionStatus: Evm.ReceiverContractExecutionStatus.REVERTED,
      txHash: Uint8Array.of(1),
    }
    expect(settled({ write: () => swallowed }).written).to.deep.equal({
      kind: 'refused',
      txHash: '0x01',
      why: 'the market refused the report',
    })
  })
})
