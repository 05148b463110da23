import { expect } from 'chai'
import * as claim from '../../../../cli/commands/market/claim.ts'
import { commandsOf } from '../../../helpers/callCommand.ts'
import { addressOf, onChain } from '../../place.ts'

const market = commandsOf('market', claim.register)

type Paid = { worker_index: number; payee: string; amount_wei: string }

describe('cresolver market claim', () => {
  const here = onChain()
  const paidBy = async (words: string): Promise<Paid[]> =>
    (await market.json(`claim ${words} ${here().words}`)).paid

  it('without words it pays the workers of the caller’s account alone', async () => {
    const id = await here().marketIn('finalized')
    const paid = await paidBy(`${id} --account 4`)
    expect(paid).to.deep.equal([{ worker_index: 2, payee: addressOf(4), amount_wei: '250000000000000000' }])
  })

  it('--worker pays any worker, and the money goes to whom it belongs', async () => {
    const id = await here().marketIn('finalized')
    const before = await here().client.getBalance({ address: addressOf(3) })
    const [paid, ...more] = await paidBy(`${id} --worker 1 --account 9`)
    expect(more).to.deep.equal([])
    expect(paid).to.include({ worker_index: 1, payee: addressOf(3) })
    const after = await here().client.getBalance({ address: addressOf(3) })
    expect(after - before).to.equal(BigInt(paid!.amount_wei))
  })

  it('--all pays those that were not paid yet, each with a line', async () => {
    const id = await here().marketIn('finalized')
    await paidBy(`${id} --worker 0`)
    const { stdout } = await market.call(`claim ${id} --all ${here().words}`)
    const [one, two, state] = stdout.trim().split('\n')
    expect(one).to.match(new RegExp(`^Worker 1: [0-9.]+ ETH to ${addressOf(3)}\\.$`))
    expect(two).to.equal(`Worker 2: 0.25 ETH to ${addressOf(4)}.`)
    expect(state).to.equal(`Market ${id} is Finalized: YES.`)
  })

  it('error: where nobody is left to pay, it says whom it looked for', async () => {
    const id = await here().marketIn('finalized')
    const stranger = await market.refusal(`claim ${id} --account 9 ${here().words}`)
    expect(stranger).to.include({ status: 2, error: 'Cli.Usage' })
    expect(stranger.message)
      .to.include(`left to pay to ${addressOf(9)}`)
      .and.include(`market show ${id}`)
    await paidBy(`${id} --all`)
    const all = await market.refusal(`claim ${id} --all ${here().words}`)
    expect(all.message).to.match(/is left to pay\.\n/)
    expect(await market.refusal(`claim ${id} --worker 0 ${here().words}`)).to.include({
      error: 'Contract.NothingToPay',
    })
  })
})
