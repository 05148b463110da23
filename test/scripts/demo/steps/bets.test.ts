import { expect } from 'chai'
import { parseEther } from 'viem'
import { addressOf } from '../../../../local/transact.ts'
import { Vote } from '../../../../protocol/index.ts'
import { bettors } from '../../../../scripts/demo/people.ts'
import { placeBets, settleBets } from '../../../../scripts/demo/steps/bets.ts'
import { ended } from '../records.ts'
import { book, fakeStage, type Sent } from './fakeStage.ts'

const amount = parseEther('0.02')
const told = (truth: Vote.Outcome) => {
  const lie = ended(2, 'lie')
  return [ended(1), { ...lie, market: { ...lie.market, truth } }]
}

describe('bets beside the market that is lied about', () => {
  for (const [truth, lie] of [
    ['YES', 'NO'],
    ['NO', 'YES'],
  ] as const) {
    it(`are one on each side where the truth is ${truth}`, async () => {
      const { stage, sent, said } = fakeStage(told(truth))
      await placeBets(stage)
      expect(sent).to.deep.equal([
        { from: bettors.truth, to: book, name: 'bet', args: [2n, Vote.code(truth), amount], value: amount },
        { from: bettors.lie, to: book, name: 'bet', args: [2n, Vote.code(lie), amount], value: amount },
      ])
      expect(said).to.deep.equal(['market 2: two bettors put 0.02 ETH on Yes and on No'])
    })
  }

  it('are claimed by who was right, once the keeper has settled them', async () => {
    const event = ({ name }: Sent) =>
      name === 'claim'
        ? {
            name: 'BetPaid',
            args: {
              marketId: 2n,
              bettor: addressOf(bettors.truth),
              to: addressOf(bettors.truth),
              amount: 2n * amount,
            },
          }
        : null
    const { stage, sent, said } = fakeStage(told('YES'), { event, balances: { [book]: 5n } })
    expect(await settleBets(stage)).to.deep.equal({ won: 2n * amount, left: 5n })
    expect(sent.map(({ from, name, args }) => [from, name, args])).to.deep.equal([
      [bettors.truth, 'claim', [2n, addressOf(bettors.truth)]],
    ])
    expect(said).to.deep.equal(['market 2: who bet on the truth has 0.04 ETH'])
  })

  it('that pay nothing are said to', async () => {
    const { stage } = fakeStage(told('YES'))
    expect(await settleBets(stage)).to.deep.equal({ won: 0n, left: 0n })
  })
})
