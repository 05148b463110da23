import { expect } from 'chai'
import { actor, getMarket } from '../../../cli/chain/marketState.ts'
import { findOwnMarket, openMarket, tryMarket } from '../../../cli/chain/openMarket.ts'
import { failed } from '../../adapters/moltbook/failed.ts'
import { addressOf, manual, onChain } from '../place.ts'

describe('opening a market', () => {
  const here = onChain()
  const me = (account: number) =>
    actor({ rpcUrl: here().chain.url, deployments: here().folder, keyEnv: 'NO_KEY', account })
  const tomorrow = async () => (await here().chain.now()) + 86_400

  it('creates it with the question, the deadline and the least reward, unless told', async () => {
    const one = await me(1)
    const deadline = await tomorrow()
    const least = await openMarket(one, manual, deadline)
    expect(least.reward).to.equal(10n ** 15n)
    const more = await openMarket(one, manual, deadline, 10n ** 17n)
    expect(more).to.include({ reward: 10n ** 17n, marketId: least.marketId + 1n })
    expect(await getMarket(one, more.marketId)).to.deep.include({
      ...{ question: manual, deadline: BigInt(deadline), pool: 10n ** 17n, creator: addressOf(1) },
    })
  })

  it('tries without changing anything, and fails as creating would', async () => {
    const one = await me(1)
    const block = await one.client.getBlockNumber()
    await tryMarket(one, manual, await tomorrow())
    expect((await failed(tryMarket(one, manual, await tomorrow(), 1n))).name).to.equal(
      'Contract.WrongValueError',
    )
    expect((await failed(tryMarket(one, manual, 1))).name).to.equal('Contract.BadDeadlineError')
    expect((await failed(tryMarket(one, '', await tomorrow()))).name).to.equal('Contract.QuestionEmptyError')
    expect(await one.client.getBlockNumber()).to.equal(block)
  })

  it('finds one’s own market by question, deadline and creator, and no other', async () => {
    const [one, two] = [await me(1), await me(2)]
    const deadline = await tomorrow()
    const { marketId } = await openMarket(one, `${manual}\n§event own`, deadline)
    for (let i = 0; i < 3; i++) await openMarket(two, manual, deadline)
    const find = (who: typeof one, question: string, until: number, latest?: number) =>
      findOwnMarket(who, question, until, latest)
    expect(await find(one, `${manual}\n§event own`, deadline)).to.equal(marketId)
    expect(await find(two, `${manual}\n§event own`, deadline)).to.equal(null)
    expect(await find(one, `${manual}\n§event own`, deadline + 1)).to.equal(null)
    expect(await find(one, manual, deadline)).to.equal(null)
    expect(await find(one, `${manual}\n§event own`, deadline, 3), 'beyond the latest').to.equal(null)
    expect(await find(one, `${manual}\n§event own`, deadline, 4)).to.equal(marketId)
  })

  it('of two alike it is the newest, also beyond one batch', async () => {
    const one = await me(1)
    const deadline = await tomorrow()
    await openMarket(one, manual, deadline)
    const { marketId } = await openMarket(one, manual, deadline)
    expect(await findOwnMarket(one, manual, deadline)).to.equal(marketId)
    for (let i = 0; i < 16; i++) await openMarket(one, manual, deadline + 1)
    expect(await findOwnMarket(one, manual, deadline)).to.equal(marketId)
  })
})
