import { rmSync } from 'node:fs'
import { expect } from 'chai'
import { artifacts } from 'hardhat'
import { parseEther } from 'viem'
import * as bet from '../../../../cli/commands/bet/index.ts'
import { binaryMarketAbi } from '../../../../deployments/abi/index.ts'
import { commandsOf } from '../../../helpers/callCommand.ts'
import { addressOf, onChain } from '../../place.ts'
import { betsIn } from './money.ts'

const bets = commandsOf('bet', bet.register)

describe('cresolver bet place', () => {
  const here = onChain()
  const betOf = async (id: bigint, account: number, address = here().at('BinaryMarket')) =>
    here().client.readContract({
      address,
      abi: binaryMarketAbi,
      functionName: 'betOf',
      args: [id, addressOf(account)],
    })

  it('bets ether on a side, and says how much room is left', async () => {
    const id = await here().marketIn('joined')
    // Two of three seats make an outcome; each would lose a quarter of an ether.
    const placed = await bets.json(`place ${id} yes 0.2 --account 5 ${here().words}`)
    expect(placed).to.include({
      market_id: Number(id),
      status: 'Open',
      side: 'YES',
      amount_units: String(parseEther('0.2')),
      room_units: String(parseEther('0.3')),
      token: null,
      symbol: 'ETH',
      decimals: 18,
      bettor: addressOf(5),
    })
    const text = (words: string) => bets.call(`place ${id} ${words} --account 5 ${here().words}`)
    expect((await text('NO 0.1')).stdout).to.equal(
      `0.1 ETH is on NO. There is room for 0.2 ETH more.\nMarket ${id} is Open.\n`,
    )
    const wei = ['place', String(id), 'no', '5 wei', '--account', '5', ...here().words.split(' ')]
    expect((await bets.call(wei)).status).to.equal(0)
    expect(await betOf(id, 5)).to.deep.equal({ yes: parseEther('0.2'), no: parseEther('0.1') + 5n })
  })

  it('error: more than the room, and no room before agents have joined', async () => {
    const id = await here().marketIn('joined')
    const much = await bets.refusal(`place ${id} yes 0.6 ${here().words}`)
    expect(much).to.include({ status: 1, error: 'Bet.NoRoom' })
    expect(much.message)
      .to.include(`0.6 ETH is too much for market ${id}.`)
      .and.include('There is room for 0.5 ETH.')
      .and.include(`bet show ${id}`)
    const empty = await bets.refusal(`place ${await here().marketIn('open')} yes 0.1 ${here().words}`)
    expect(empty.error).to.equal('Bet.NoRoom')
    expect(empty.message).to.include('no agents have joined')
  })

  it('error: bets that are closed, a market that is not there, a side or an amount that is none', async () => {
    const id = await here().marketIn('joined')
    const cases: [string, number, string][] = [
      ['99 yes 0.1', 1, 'Contract.UnknownMarket'],
      [`${id} maybe 0.1`, 2, 'Cli.Usage'],
      [`${id} yes some`, 2, 'Cli.Usage'],
      [`${id} yes 0`, 2, 'Cli.Usage'],
      [`${id} yes`, 2, 'Cli.Usage'],
    ]
    for (const [words, status, error] of cases)
      expect(await bets.refusal(`place ${words} ${here().words}`), words).to.include({ status, error })
    await here().pass(86_400 - 590)
    const late = await bets.refusal(`place ${id} yes 0.1 ${here().words}`)
    expect(late).to.include({ status: 1, error: 'Contract.BetsClosed' })
    expect(late.message).to.include(`Bets on market ${id} are closed.`)
  })
})

describe('cresolver bet place, where a token is bet', () => {
  const here = onChain()
  type Money = Awaited<ReturnType<typeof betsIn>>
  let coins: Money
  before(async () => {
    // 0.04 coins for an ether, as the coin has 6 decimals and only a million units.
    coins = await betsIn(here(), await artifacts.readArtifact('TerseCoin'), 40_000n)
    await coins.call(0, 'transfer', [addressOf(5), 10_000n])
  })
  after(() => rmSync(coins.folder, { recursive: true }))

  it('approves exactly the amount, bets it, and leaves no approval', async () => {
    const id = await here().marketIn('joined')
    const placed = await bets.json(`place ${id} yes 0.0015 --account 5 ${coins.words}`)
    expect(placed).to.include({
      amount_units: '1500',
      room_units: '18500',
      token: coins.token,
      symbol: 'TERSE',
      decimals: 6,
    })
    expect(await coins.balanceOf(addressOf(5))).to.equal(8_500n)
    expect(await coins.balanceOf(coins.bets)).to.equal(1_500n)
    expect(await coins.allowance(addressOf(5))).to.equal(0n)
    const { stdout } = await bets.call(`place ${id} no 0.0005 --account 5 ${coins.words}`)
    expect(stdout).to.match(/^0\.0005 TERSE is on NO\. There is room for 0\.018 TERSE more\.\n/)
  })

  it('uses an approval that is there, and replaces one that is too small', async () => {
    const id = await here().marketIn('joined')
    const blocks = async (words: string) => {
      const before = await here().client.getBlockNumber({ cacheTime: 0 })
      await bets.json(`place ${id} yes ${words} --account 5 ${coins.words}`)
      return (await here().client.getBlockNumber({ cacheTime: 0 })) - before
    }
    await coins.call(5, 'approve', [coins.bets, 300n])
    expect(await blocks('0.0002')).to.equal(1n)
    expect(await coins.allowance(addressOf(5))).to.equal(100n)
    // To nothing, to the amount, the bet.
    expect(await blocks('0.0002')).to.equal(3n)
    expect(await coins.allowance(addressOf(5))).to.equal(0n)
  })

  it('error: too little of the token, or too many decimals: nothing is approved', async () => {
    const id = await here().marketIn('joined')
    const poor = await bets.refusal(`place ${id} yes 0.001 --account 6 ${coins.words}`)
    expect(poor).to.include({ status: 1, error: 'Bet.PoorBettor' })
    expect(poor.message).to.include('has 0 TERSE, and the bet is 0.001 TERSE')
    const fine = await bets.refusal(`place ${id} yes 0.0000001 --account 5 ${coins.words}`)
    expect(fine).to.include({ status: 2, error: 'Cli.Usage' })
    expect(fine.message).to.include('at most 6 decimals')
    const much = await bets.refusal(`place ${id} yes 0.0201 --account 5 ${coins.words}`)
    expect(much.message).to.include('There is room for 0.02 TERSE.')
    for (const account of [5, 6]) expect(await coins.allowance(addressOf(account))).to.equal(0n)
  })

  it('error: a bet that fails takes its approval back', async () => {
    const wilful = await betsIn(here(), await artifacts.readArtifact('WilfulCoin'), 40_000n)
    await wilful.call(0, 'setKeeping', [true])
    const id = await here().marketIn('joined')
    // 18 decimals: two hundred of the smallest units, of which the coin keeps two.
    const failed = await bets.refusal(`place ${id} yes 0.0000000000000002 ${wilful.words}`)
    expect(failed).to.include({ status: 1, error: 'Contract.NotReceived' })
    expect(await wilful.allowance(addressOf(0))).to.equal(0n)
    rmSync(wilful.folder, { recursive: true })
  })
})
