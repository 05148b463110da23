import { expect } from 'chai'
import { cycle, engage } from '../../../adapters/moltbook/index.ts'
import { Instant } from '../../../protocol/index.ts'
import { failed } from './failed.ts'
import {
  btc,
  createMarket,
  day,
  goTo,
  marketsIn,
  type Stage,
  setStage,
  steps,
  submolt,
  visible,
} from './stage.ts'

describe('create', () => {
  let stage: Stage
  beforeEach(async () => {
    stage = await setStage()
  })
  afterEach(() => stage.close())

  it('S0-32 S0-57 S0-63: posts first, then records, with the id of the published post', async () => {
    const market = await stage.use((adapter) => createMarket(adapter))
    const [post] = visible(stage).posts
    expect(market).to.include({ status: 'open', moltbook_post_id: post!.id, creator: 'HypeWatcher' })
    expect(market.question_raw).to.equal(btc())
    expect(post!.content).to.contain(btc()).and.to.contain('[COMMIT] YES 75%')
  })

  it('S0-63: a post that is not published leaves no market behind', async () => {
    await failed(
      stage.use((adapter) => createMarket(adapter), { solver: () => ({ best: '-1.00', why: '' }) }),
    )
    await stage.use(async (adapter) => expect(marketsIn(adapter)).to.deep.equal({}))
  })

  it('S0-57: the post that a question came from is kept', async () => {
    const raw = btc().replace('creator:HypeWatcher', 'creator:HypeWatcher origin:moltbook:95759b5b')
    expect((await stage.use((adapter) => createMarket(adapter, raw))).source_post_id).to.equal('95759b5b')
  })

  it('E10: a market whose deadline comes before the next permitted post is refused, and never in the outbox', async () => {
    await stage.use((adapter) => createMarket(adapter, btc('60000')))
    const soon = stage.clock.now() + 1_200
    for (const isReadOnly of [true, false]) {
      const error = await failed(
        stage.use((adapter) => createMarket(adapter, btc('61000'), soon), { isReadOnly }),
      )
      expect(error.name).to.equal('Moltbook.ExpiredError')
      expect(error.message).to.contain('can never be sent').and.to.contain(Instant.format(soon))
    }
    await stage.use(async ({ writer }) => expect(writer.interrupted()).to.deep.equal([]))
    expect(visible(stage).posts).to.have.length(1)
  })

  it('E10: a market in the outbox whose time can only come too late leaves it as a problem, before its deadline', async () => {
    const { world } = stage.moltbook
    const later = stage.clock.now() + 3_600
    // Moltbook itself asks for patience, which nobody can know before.
    stage.me.postTimes.push(world.now())
    const error = await failed(stage.use((adapter) => createMarket(adapter, btc('61000'), later)))
    expect(error.name).to.equal('Moltbook.DeferredError')
    await stage.use((adapter) => engage(adapter, { content: 'Hello.', submolt, title: 'Hello' }), {
      patience: 3_600,
    })
    expect(stage.clock.now()).to.be.below(later)
    const plan = await stage.use((adapter) => cycle(adapter), { isReadOnly: true })
    expect(steps(plan, 'problem').map(({ error }) => error)).to.deep.equal(['Moltbook.Expired'])
    const found = await stage.use((adapter) => cycle(adapter))
    expect(steps(found, 'problem').map(({ error }) => error)).to.deep.equal(['Moltbook.Expired'])
    expect(steps(await stage.use((adapter) => cycle(adapter)), 'problem')).to.deep.equal([])
    expect(visible(stage).posts).to.have.length(1)
  })

  it('a market that waited in the outbox until its deadline is not posted any more', async () => {
    const soon = stage.clock.now() + 3_600
    stage.me.postTimes.push(stage.moltbook.world.now())
    expect((await failed(stage.use((adapter) => createMarket(adapter, btc('61000'), soon)))).name).to.equal(
      'Moltbook.DeferredError',
    )
    goTo(stage, soon + 7_200)
    const found = await stage.use((adapter) => cycle(adapter))
    expect(steps(found, 'problem')).to.have.length(1)
    expect(visible(stage).posts).to.have.length(0)
    expect(steps(await stage.use((adapter) => cycle(adapter)), 'problem')).to.deep.equal([])
  })

  it('the same question with the same deadline is one market', async () => {
    const first = await stage.use((adapter) => createMarket(adapter))
    stage.moltbook.advance(day)
    expect(await stage.use((adapter) => createMarket(adapter))).to.deep.equal(first)
    expect(visible(stage).posts).to.have.length(1)
  })
})
