import { rmSync } from 'node:fs'
import { expect } from 'chai'
import { artifacts } from 'hardhat'
import { parseEther } from 'viem'
import * as bet from '../../../../cli/commands/bet/index.ts'
import { commandsOf } from '../../../helpers/callCommand.ts'
import { addressOf, onChain, type Place } from '../../place.ts'
import { betsIn, finish } from './money.ts'

const bets = commandsOf('bet', bet.register)
const receiver = '0x00000000000000000000000000000000000cA11E'

/** Account 5 bets on Yes and account 6 on No, and the market ends as YES. */
async function ended(place: Place, words: string, [yes, no]: readonly [string, string]) {
  const id = await place.marketIn('joined')
  await bets.json(`place ${id} yes ${yes} --account 5 ${words}`)
  await bets.json(`place ${id} no ${no} --account 6 ${words}`)
  await finish(place, id)
  return id
}

describe('cresolver bet claim', () => {
  const here = onChain()

  it('settles the bets where that is left to do, and pays the winner all of them', async () => {
    const id = await ended(here(), here().words, ['0.1', '0.2'])
    const paid = await bets.json(`claim ${id} --account 5 --to ${receiver} ${here().words}`)
    expect(paid).to.include({
      market_id: Number(id),
      status: 'Finalized',
      outcome: 'YES',
      result: 'yes',
      to: receiver,
      amount_units: String(parseEther('0.3')),
      token: null,
    })
    expect(await here().client.getBalance({ address: receiver })).to.equal(parseEther('0.3'))
    for (const account of [5, 6])
      expect(await bets.refusal(`claim ${id} --account ${account} ${here().words}`)).to.include({
        status: 1,
        error: 'Contract.NothingToClaim',
      })
  })

  it('refunds both sides where the market expired, for eyes', async () => {
    const id = await here().marketIn('joined')
    await bets.json(`place ${id} yes 0.1 --account 5 ${here().words}`)
    await here().pass(86_400 + 48 * 3_600)
    await here().write(0, 'expire', [id])
    const { stdout } = await bets.call(`claim ${id} --account 5 ${here().words}`)
    expect(stdout).to.match(new RegExp(`^0\\.1 ETH went to ${addressOf(5)}\\.\nMarket ${id} is Invalid`))
  })

  it('error: a market that is not final, an account without bets, an address that is none', async () => {
    const id = await here().marketIn('joined')
    await bets.json(`place ${id} yes 0.1 --account 5 ${here().words}`)
    expect(await bets.refusal(`claim ${id} --account 5 ${here().words}`)).to.include({
      status: 1,
      error: 'Contract.NotFinal',
    })
    const stranger = await bets.refusal(`claim ${id} --account 7 ${here().words}`)
    expect(stranger.error).to.equal('Contract.NothingToClaim')
    expect(stranger.message).to.include(addressOf(7))
    const wrong = await bets.refusal(`claim ${id} --to 0x12 ${here().words}`)
    expect(wrong).to.include({ status: 2, error: 'Cli.Usage' })
  })

  it('pays in the token of the deployment', async () => {
    const coins = await betsIn(here(), await artifacts.readArtifact('TerseCoin'), 40_000n)
    for (const account of [5, 6]) await coins.call(0, 'transfer', [addressOf(account), 5_000n])
    const id = await ended(here(), coins.words, ['0.001', '0.004'])
    const { stdout } = await bets.call(`claim ${id} --account 5 ${coins.words}`)
    expect(stdout).to.include(`0.005 TERSE went to ${addressOf(5)}.`)
    expect(await coins.balanceOf(addressOf(5))).to.equal(9_000n)
    rmSync(coins.folder, { recursive: true })
  })
})
