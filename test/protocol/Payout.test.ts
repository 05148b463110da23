import { expect } from 'chai'
import fc from 'fast-check'
import { Payout, Vote } from '../../protocol/index.ts'

describe('Payout', () => {
  const worker = (vote: Vote.Vote, weight = 100n, stake = 1_000n): Payout.Stake => ({ vote, weight, stake })
  const yes = worker(Vote.cast('YES'))
  const no = worker(Vote.cast('NO'))
  const invalid = worker(Vote.cast('INVALID'))
  const silent = worker(Vote.none('silent'), 0n)
  const omitted = worker(Vote.none('omitted-unprobed'), 0n)
  const struck = worker(Vote.none('struck'), 0n)
  const all = [yes, no, invalid, silent, omitted, struck]

  it('Yes: agreed shares pool and slashes, wrong and silent lose half, doubt and the left-out keep, struck lose all', () => {
    // 300 + 500 (wrong) + 500 (silent) + 750 (struck, less the challenger's quarter)
    expect(Payout.preview('YES', 300n, all)).to.deep.equal({
      workers: [3_050n, 500n, 1_000n, 500n, 1_000n, 0n],
      creator: 0n,
      challengers: 250n,
    })
  })

  it('Invalid by vote: only those who said so share a fifth of the pool and the slashes', () => {
    expect(Payout.preview('INVALID', 300n, all)).to.deep.equal({
      workers: [1_000n, 1_000n, 2_310n, 500n, 1_000n, 0n],
      creator: 240n,
      challengers: 250n,
    })
  })

  it('Invalid by default: all who answered share the slashes, the creator has the pool back', () => {
    const { workers, creator } = Payout.preview('INVALID-by-default', 300n, [yes, no, silent])
    expect(workers).to.deep.equal([1_250n, 1_250n, 500n])
    expect(creator).to.equal(300n)
  })

  it('Invalid without a record: everyone has everything back', () => {
    expect(Payout.preview('INVALID-no-record', 300n, all)).to.deep.equal({
      workers: all.map(({ stake }) => stake),
      creator: 300n,
      challengers: 0n,
    })
  })

  it('nobody agreed: what nobody earned is the creator’s', () => {
    expect(Payout.preview('YES', 300n, [no, no]).creator).to.equal(1_300n)
  })

  it('property: every wei in comes out, and nobody pays more than the stake', () => {
    const outcomes: Payout.Ending[] = ['YES', 'NO', 'INVALID', 'INVALID-by-default', 'INVALID-no-record']
    const stake = fc.record({
      vote: fc.constantFrom(...all.map(({ vote }) => vote)),
      weight: fc.bigInt(0n, 15_000n),
      stake: fc.bigInt(0n, 10n ** 20n),
    })
    fc.assert(
      fc.property(
        fc.constantFrom(...outcomes),
        fc.bigInt(0n, 10n ** 20n),
        fc.array(stake, { maxLength: 32 }),
        (ending, pool, stakes) => {
          const { workers, creator, challengers } = Payout.preview(ending, pool, stakes)
          const paid = workers.reduce((sum, amount) => sum + amount, creator + challengers)
          expect(paid).to.equal(stakes.reduce((sum, one) => sum + one.stake, pool))
          expect([...workers, creator, challengers].every((amount) => amount >= 0n)).to.equal(true)
        },
      ),
    )
  })

  it('error: refuses negative amounts', () => {
    expect(() => Payout.preview('YES', -1n, [])).to.throw(Payout.NegativeAmountError)
    for (const bad of [worker(Vote.cast('YES'), -1n), worker(Vote.cast('YES'), 1n, -1n)])
      expect(() => Payout.preview('INVALID-no-record', 0n, [bad])).to.throw(
        Payout.NegativeAmountError,
        'Pools, stakes and weights are never negative.',
      )
  })

  it('shares by weight, and what cannot be divided is the creator’s', () => {
    const [heavy, light] = [worker(Vote.cast('NO'), 2n, 10n), worker(Vote.cast('NO'), 1n, 10n)]
    expect(Payout.preview('NO', 100n, [heavy, light])).to.deep.equal({
      workers: [76n, 43n],
      creator: 1n,
      challengers: 0n,
    })
  })

  it('a worker who agreed with no weight has its stake back and no share', () => {
    const weightless = worker(Vote.cast('YES'), 0n, 10n)
    expect(Payout.preview('YES', 100n, [weightless])).to.deep.include({ workers: [10n], creator: 100n })
  })

  it('takes the shares that a contract was deployed with', () => {
    const parameters = {
      wrongSlashBps: 10_000n,
      silentSlashBps: 0n,
      challengerRewardBps: 10_000n,
      invalidRewardBps: 10_000n,
    }
    expect(Payout.preview('YES', 0n, [yes, no, silent, struck], parameters)).to.deep.equal({
      workers: [2_000n, 0n, 1_000n, 0n],
      creator: 0n,
      challengers: 1_000n,
    })
    expect(Payout.preview('INVALID', 300n, [invalid], parameters).workers).to.deep.equal([1_300n])
  })
})
