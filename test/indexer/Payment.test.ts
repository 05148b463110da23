import { expect } from 'chai'
import type { Event } from '../../indexer/Event.ts'
import { movedBy } from '../../indexer/Payment.ts'

const event = (name: string, args: Event['args'], contract: Event['contract'] = 'market'): Event => ({
  ...{ block: 1, log: 0, blockHash: '0x', time: 1, transaction: '0x', contract, name, args },
  ...{ marketId: 1, agentId: typeof args.agentId === 'number' ? args.agentId : null },
})

describe('money that an event moves', () => {
  it('WEB §3.3: each way in and out has its name, account and amount', () => {
    const cases: [Event, object][] = [
      [event('MarketCreated', { creator: '0xa', pool: '5' }), { kind: 'pool', account: '0xa', amount: '5' }],
      [
        event('WorkerJoined', { signer: '0xb', stake: 7, agentId: 3 }),
        { kind: 'stake', account: '0xb', amount: '7', agentId: 3 },
      ],
      [event('WorkerLeft', { payee: '0xb', amount: 7 }), { kind: 'stake back', account: '0xb' }],
      [event('WorkerPaid', { payee: '0xb', amount: 9, seat: 33 }), { kind: 'seat', seat: 33, amount: '9' }],
      [event('MarketEscalated', { appellant: '0xc', bond: 1 }), { kind: 'bond', account: '0xc' }],
      [event('MarketHeld', { payer: '0xc', cost: 1 }), { kind: 'arbitration', account: '0xc' }],
      [event('Credited', { account: '0xd', amount: 1, why: 3 }), { kind: 'credit challenger' }],
      [event('Credited', { account: '0xd', amount: 1, why: 6 }), { kind: 'credit arbitration' }],
      [event('Withdrawn', { account: '0xd', amount: 1 }), { kind: 'withdrawn' }],
      [event('BetPlaced', { bettor: '0xe', amount: 1, side: 1 }, 'bets'), { kind: 'bet', side: 'YES' }],
      [event('BetPlaced', { bettor: '0xe', amount: 1, side: 2 }, 'bets'), { kind: 'bet', side: 'NO' }],
      [event('BetPaid', { bettor: '0xe', amount: 1 }, 'bets'), { kind: 'bet paid', account: '0xe' }],
    ]
    for (const [given, moved] of cases) expect(movedBy(given), given.name).to.deep.include(moved)
  })

  it('most events move none', () => {
    for (const name of ['WindowMoved', 'ResolutionRequested', 'OutcomeChanged'])
      expect(movedBy(event(name, {}))).to.equal(null)
    expect(movedBy(event('BetPlaced', { bettor: '0xe', amount: 1, side: 1 }, 'market'))).to.equal(null)
  })
})
