import { expect } from 'chai'
import * as claim from '../../../../cli/commands/market/claim.ts'
import { commandsOf } from '../../../helpers/callCommand.ts'
import { addressOf, onChain } from '../../place.ts'

const market = commandsOf('market', claim.register)

type Paid = { seat: number; payee: string; amount_wei: string }

describe('cresolver market claim', () => {
  const here = onChain()
  const paidBy = async (words: string): Promise<Paid[]> =>
    (await market.json(`claim ${words} ${here().words}`)).paid

  it('without words it pays the seats of the caller’s account alone', async () => {
    const id = await here().marketIn('finalized')
    const paid = await paidBy(`${id} --account 4`)
    expect(paid).to.deep.equal([{ seat: 2, payee: addressOf(4), amount_wei: '250000000000000000' }])
  })

  it('--seat pays any seat, and the money goes to whom it belongs', async () => {
    const id = await here().marketIn('finalized')
    const before = await here().client.getBalance({ address: addressOf(3) })
    const [paid, ...more] = await paidBy(`${id} --seat 1 --account 9`)
    expect(more).to.deep.equal([])
    expect(paid).to.include({ seat: 1, payee: addressOf(3) })
    const after = await here().client.getBalance({ address: addressOf(3) })
    expect(after - before).to.equal(BigInt(paid!.amount_wei))
  })

  it('--agent pays the seat of that agent', async () => {
    const id = await here().marketIn('finalized')
    expect(await paidBy(`${id} --agent 2 --account 9`)).to.deep.equal([
      { seat: 2, payee: addressOf(4), amount_wei: '250000000000000000' },
    ])
    expect(await market.refusal(`claim ${id} --agent 7 ${here().words}`)).to.include({
      error: 'Contract.NotJoined',
    })
  })

  it('--all pays those that were not paid yet, each with a line', async () => {
    const id = await here().marketIn('finalized')
    await paidBy(`${id} --seat 0`)
    const { stdout } = await market.call(`claim ${id} --all ${here().words}`)
    const [one, two, state] = stdout.trim().split('\n')
    expect(one).to.match(new RegExp(`^Seat 1: [0-9.]+ ETH to ${addressOf(3)}\\.$`))
    expect(two).to.equal(`Seat 2: 0.25 ETH to ${addressOf(4)}.`)
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
    expect(await market.refusal(`claim ${id} --seat 0 ${here().words}`)).to.include({
      error: 'Contract.NothingToPay',
    })
  })
})
