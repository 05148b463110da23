import { expect } from 'chai'
import { type LocalChain, startChain } from '../../local/startChain.ts'
import { addressOf, transact } from '../../local/transact.ts'

/** Deploys a contract that reverts whatever it is asked. */
const reverting = '0x6460006000fd60d81b60005260056000f3'

describe('transact', () => {
  let chain: LocalChain
  before(async () => {
    chain = await startChain()
  })
  after(() => chain?.stop())

  it('sends from an account of the test mnemonic, and gives the receipt of its block', async () => {
    const to = `0x${'ab'.repeat(20)}` as const
    const receipt = await transact(chain, 3, { to, data: '0x', value: 5n })
    expect(receipt.status).to.equal('success')
    expect(receipt.from).to.equal(addressOf(3).toLowerCase())
    expect(await chain.client.getBalance({ address: to })).to.equal(5n)
  })

  it('throws an error of the project where the call reverts or cannot be paid', async () => {
    const hash = await chain.client.sendTransaction({ account: addressOf(0), data: reverting })
    const { contractAddress } = await chain.client.getTransactionReceipt({ hash })
    const failure = (work: Promise<unknown>) =>
      work.then(
        () => expect.fail('it succeeded'),
        (error) => error,
      )
    const reverted = await failure(transact(chain, 0, { to: contractAddress!, data: '0x01' }))
    expect(reverted.name).to.equal('Contract.NoReasonError')
    const value = 10n ** 30n
    const poor = await failure(transact(chain, 0, { to: contractAddress!, data: '0x', value }))
    expect(poor.name).to.match(/^Chain\./)
  })

  it('has one address for an index', () => {
    expect(addressOf(0)).to.equal('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')
    expect(addressOf(0)).to.equal(addressOf(0))
    expect(addressOf(1)).to.not.equal(addressOf(0))
  })
})
