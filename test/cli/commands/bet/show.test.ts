import { rmSync } from 'node:fs'
import { expect } from 'chai'
import { artifacts } from 'hardhat'
import { parseEther } from 'viem'
import * as bet from '../../../../cli/commands/bet/index.ts'
import { commandsOf } from '../../../helpers/callCommand.ts'
import { addressOf, onChain } from '../../place.ts'
import { betsIn, finish } from './money.ts'

const bets = commandsOf('bet', bet.register)

describe('cresolver bet show', () => {
  const here = onChain()

  it('the bets on both sides, the room, and how the cover follows from the seats', async () => {
    const id = await here().marketIn('joined')
    await bets.json(`place ${id} yes 0.1 --account 5 ${here().words}`)
    await bets.json(`place ${id} no 0.2 --account 6 ${here().words}`)
    const shown = await bets.json(`show ${id} ${here().words}`)
    expect(shown).to.deep.include({
      market_id: Number(id),
      result: 'open',
      open: true,
      yes_units: String(parseEther('0.1')),
      no_units: String(parseEther('0.2')),
      room_units: String(parseEther('0.2')),
      seats: 3,
      makers: 2,
      max_bets_bps: 10_000,
      units_per_ether: String(10n ** 18n),
      token: null,
      symbol: 'ETH',
      decimals: 18,
    })
    expect(shown).not.to.have.property('bettor')
    const { stdout } = await bets.call(`show ${id} ${here().words}`)
    expect(stdout).to.match(/^bets on +\d+\n/)
    expect(stdout)
      .to.match(/^market +Open$/m)
      .and.match(/^on yes +0\.1 ETH$/m)
      .and.match(/^on no +0\.2 ETH$/m)
      .and.match(/^room +0\.2 ETH until 20\d\d-\d\d-\d\dT[\d:]+Z$/m)
      .and.match(/^cover +100 % of what 2 of 3 seats would lose$/m)
  })

  it('--bettor: what an account has bet, and may claim', async () => {
    const id = await here().marketIn('joined')
    await bets.json(`place ${id} yes 0.1 --account 5 ${here().words}`)
    const words = `show ${id} --bettor ${addressOf(5)} ${here().words}`
    expect(await bets.json(words)).to.include({
      bettor: addressOf(5),
      bettor_yes_units: String(parseEther('0.1')),
      bettor_no_units: '0',
      claimable_units: '0',
    })
    await finish(here(), id)
    expect((await bets.call(words)).stdout).to.match(/^room +bets are closed$/m)
    await bets.json(`claim ${id} --account 5 ${here().words}`)
    expect(await bets.json(words)).to.include({ result: 'yes', open: false, bettor_yes_units: '0' })
  })

  it('a market without bets, and one that is not there', async () => {
    const id = await here().marketIn('open')
    expect(await bets.json(`show ${id} ${here().words}`)).to.include({ yes_units: '0', makers: 0 })
    expect(await bets.refusal(`show 99 ${here().words}`)).to.include({
      status: 1,
      error: 'Contract.UnknownMarket',
    })
    expect(await bets.refusal(`show ${id} --bettor 0x12 ${here().words}`)).to.include({ status: 2 })
  })

  it('a token that calls itself ETH, or has no name, goes by its address', async () => {
    const id = await here().marketIn('joined')
    for (const name of ['FalseEther', 'NamelessCoin']) {
      const coins = await betsIn(here(), await artifacts.readArtifact(name), 40_000n)
      const { symbol } = await bets.json(`show ${id} ${coins.words}`)
      expect(symbol).to.equal(`of token ${coins.token}`)
      rmSync(coins.folder, { recursive: true })
    }
  })
})
