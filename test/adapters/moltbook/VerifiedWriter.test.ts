import { expect } from 'chai'
import {
  type Adapter,
  comment,
  cycle,
  engage,
  type Solver,
  upvote,
} from '../../../adapters/moltbook/index.ts'
import type { Row } from '../../../adapters/moltbook/Ledger.ts'
import { addPerson } from '../../../local/moltbook/people.ts'
import type { Post } from '../../../local/moltbook/World.ts'
import { Instant } from '../../../protocol/index.ts'
import { failed } from './failed.ts'
import { day, goTo, type Stage, setStage, steps, visible } from './stage.ts'

const wrong: Solver = () => ({ best: '-1.00', why: 'a guess' })
const helpless: Solver = () => ({ best: null, why: 'not clear' })

describe('VerifiedWriter', () => {
  let stage: Stage
  let post: Post
  beforeEach(async () => {
    stage = await setStage()
    const { world } = stage.moltbook
    const author = addPerson(world, 'Author')
    post = {
      id: world.nextId(),
      submolt: 'general',
      title: 'Hello',
      content: 'A post to talk about.',
      author: author.name,
      createdAt: world.now(),
      verification: 'verified',
      isRemoved: false,
      isDeleted: false,
      upvoters: new Set(),
    }
    world.posts.set(post.id, post)
  })
  afterEach(() => stage.close())

  const say = (content: string) => (adapter: Adapter) => comment(adapter, { postId: post.id, content })
  const types = (rows: readonly Row[]) => rows.map(({ type }) => type)
  const posts = (path: RegExp) =>
    stage.moltbook.log.filter((one) => one.method === 'POST' && path.test(one.path))

  it('S0-4 S0-43 S0-45 S0-46: finds the challenge, solves it, answers it, and only then is it published', async () => {
    const rows = await stage.use(async (adapter) => {
      const id = await say('Well observed.')(adapter)
      expect(visible(stage).comments.map((one) => one.id)).to.deep.equal([id])
      return adapter.ledger.rows()
    })
    expect(types(rows)).to.deep.equal(['intended', 'sending', 'accepted', 'answering', 'published'])
    expect(posts(/verify$/)).to.have.length(1)
  })

  it('S0-44: what needs no challenge is published at once: upvotes, and all that trusted agents write', async () => {
    await stage.use(async (adapter) => {
      await upvote(adapter, { postId: post.id })
      expect([...post.upvoters]).to.deep.equal(['SoothSayer'])
      stage.me.isTrusted = true
      await say('Trusted.')(adapter)
      expect(types(adapter.ledger.rows())).to.not.include('answering')
    })
    expect(visible(stage).comments).to.have.length(1)
  })

  it('S0-47 S0-48 C58: a wrong answer is noted and not repeated; nothing is deleted; again only after the cooldown', async () => {
    const error = await failed(stage.use(say('Nice.'), { solver: wrong }))
    expect(error.name).to.equal('Moltbook.FailedError')
    expect(error.message).to.contain('incorrect')
    expect(posts(/verify$/)).to.have.length(1)
    const again = await failed(stage.use(say('Nice.')))
    expect(again.name).to.equal('Moltbook.DeferredError')
    expect(posts(/comments$/)).to.have.length(1)
    stage.moltbook.advance(1_801)
    await stage.use(say('Nice.'))
    expect(visible(stage).comments).to.have.length(1)
    expect(stage.moltbook.log.every(({ method }) => method !== 'DELETE')).to.equal(true)
  })

  it('E10: after a failed challenge the same command puts it into the outbox, and a cycle sends it when it says', async () => {
    const error = await failed(stage.use(say('Nice.'), { solver: wrong }))
    expect(error.message).to.contain('not sent again by itself')
    const until = /sent from (\S+) on/.exec(error.message)![1]!
    await stage.use((adapter) => cycle(adapter))
    expect(posts(/comments$/), 'a cycle alone sends nothing').to.have.length(1)
    const again = await failed(stage.use(say('Nice.')))
    expect(again.message).to.contain(`in the outbox until ${until}`).and.to.contain('`market cycle`')
    expect(steps(await stage.use((adapter) => cycle(adapter)), 'wait')).to.have.length(1)
    expect(visible(stage).comments).to.deep.equal([])
    goTo(stage, Instant.parse(until))
    const found = await stage.use((adapter) => cycle(adapter))
    expect(steps(found, 'resume').map(({ state }) => state)).to.deep.equal(['published'])
    expect(visible(stage).comments).to.have.length(1)
  })

  it('E10: whatever waits is sent by a cycle at the time that was said, and not before', async () => {
    const waits: [string, () => Promise<unknown>, () => number][] = [
      [
        'for the next post',
        async () => {
          const hello = (n: number) => (adapter: Adapter) =>
            engage(adapter, { content: `Hello ${n}`, submolt: 'agents', title: `Hello ${n}` })
          await stage.use(hello(1))
          return stage.use(hello(2))
        },
        () => visible(stage).posts.length - 1,
      ],
      [
        'for Moltbook, which says 429',
        () => {
          stage.me.commentTimes.push(stage.moltbook.world.now())
          return stage.use(say('Patience.'), { patience: 5 })
        },
        () => visible(stage).comments.length,
      ],
      [
        'after a wrong answer',
        async () => {
          await failed(stage.use(say('Again.'), { solver: wrong }))
          return stage.use(say('Again.'))
        },
        () => visible(stage).comments.length - 1,
      ],
    ]
    for (const [what, work, sent] of waits) {
      const error = await failed(work())
      expect(error.name, what).to.equal('Moltbook.DeferredError')
      const until = Instant.parse(/until (\S+):/.exec(error.message)![1]!)
      goTo(stage, until - 2)
      await stage.use((adapter) => cycle(adapter), { patience: 0 })
      expect(sent(), `${what}: before`).to.equal(0)
      goTo(stage, until)
      await stage.use((adapter) => cycle(adapter), { patience: 0 })
      expect(sent(), `${what}: then`).to.equal(1)
    }
  })

  it('E10: the third attempt is the last, whoever asks', async () => {
    for (const state of ['FailedError', 'FailedError', 'FailedError', 'GivenUpError']) {
      const error = await failed(stage.use(say('Nice.'), { solver: wrong }))
      expect(error.name).to.equal(`Moltbook.${state}`)
      stage.moltbook.advance(1_801)
      await stage.use(async (adapter) => adapter.ledger.add({ type: 'reopened', at: adapter.clock.now() }))
    }
    expect(posts(/comments$/)).to.have.length(3)
  })

  it('S0-49: an answer without two decimals is not sent', async () => {
    const error = await failed(stage.use(say('Nice.'), { solver: () => ({ best: 'It is 15.00', why: '' }) }))
    expect(error.message).to.contain('unsolved')
    expect(posts(/verify$/)).to.have.length(0)
  })

  it('C58 C141: the best answer is sent, however unsure the solver is of it', async () => {
    const unsure = (text: string) => {
      const { answer } = [...stage.moltbook.world.challenges.values()].find((one) => one.text === text)!
      return { answer: null, best: answer, confidence: 0.2, why: 'unsure' }
    }
    await stage.use(say('Nice.'), { solver: unsure })
    expect(posts(/verify$/)).to.have.length(1)
    expect(visible(stage).comments).to.have.length(1)
  })

  it('C57: who cannot solve it sends nothing; another solver may know', async () => {
    expect((await failed(stage.use(say('One.'), { solver: helpless }))).message).to.contain('not clear')
    stage.moltbook.advance(60)
    const asked: string[] = []
    const second: Solver = (text) => {
      asked.push(text)
      const { answer } = [...stage.moltbook.world.challenges.values()].find((one) => one.text === text)!
      return { best: answer, why: 'known' }
    }
    await stage.use(say('Two.'), { solver: second })
    expect(asked).to.have.length(1)
  })

  it('S0-46: a challenge that has run out is not answered any more, so there is no 410', async () => {
    const slow: Solver = (text) => {
      stage.moltbook.advance(301)
      return {
        best: [...stage.moltbook.world.challenges.values()].find((one) => one.text === text)!.answer,
        why: '',
      }
    }
    expect((await failed(stage.use(say('Late.'), { solver: slow }))).message).to.contain('expired')
    expect(posts(/verify$/)).to.have.length(0)
  })

  for (const [status, reason] of [
    [410, 'expired'],
    [404, 'unknown-code'],
  ] as const)
    it(`S0-48: ${status} to an answer is a failure of its own name`, async () => {
      stage.moltbook.fail({ method: 'POST', path: /verify$/, what: status, isDone: false })
      expect((await failed(stage.use(say('Hm.')))).message).to.contain(reason)
    })

  it('S0-47: 409 to an answer means that somebody answered: it is looked up, not sent again', async () => {
    stage.moltbook.fail({ method: 'POST', path: /verify$/, what: 409, isDone: true })
    await stage.use(say('Twice?'))
    expect(visible(stage).comments).to.have.length(1)
    expect(posts(/verify$/)).to.have.length(1)
  })

  it('S0-47: an answer that got lost is never sent a second time; the comment is written anew after the cooldown', async () => {
    stage.moltbook.fail({ method: 'POST', path: /verify$/, what: 'cut', isDone: false })
    expect((await failed(stage.use(say('Lost.')))).name).to.equal('Moltbook.UnsettledError')
    stage.moltbook.advance(331)
    expect((await failed(stage.use(say('Lost.')))).message).to.contain('unanswered')
    expect(posts(/verify$/)).to.have.length(1)
    stage.moltbook.advance(1_801)
    await stage.use(say('Lost.'))
    expect(visible(stage).comments).to.have.length(1)
  })

  it('an answer whose reply got lost is found to have counted', async () => {
    stage.moltbook.fail({ method: 'POST', path: /verify$/, what: 'cut', isDone: true })
    await stage.use(say('Heard.'))
    expect(visible(stage).comments).to.have.length(1)
    expect(posts(/comments$/)).to.have.length(1)
  })

  for (const isDone of [false, true])
    for (const what of ['cut', 500] as const)
      it(`a write whose reply is ${what === 'cut' ? 'lost' : '500'} ${isDone ? 'after' : 'before'} it was taken is there once in the end`, async () => {
        stage.moltbook.fail({ method: 'POST', path: /comments$/, what, isDone })
        await failed(stage.use(say('Once.')))
        // Its challenge may still be open: nobody can tell yet.
        expect((await failed(stage.use(say('Once.')))).name).to.equal('Moltbook.UnsettledError')
        stage.moltbook.advance(331)
        await stage.use(say('Once.'))
        expect(visible(stage).comments).to.have.length(1)
      })

  for (const path of [/comments$/, /verify$/])
    it(`a page with status 200 in place of the reply to ${path.source} is no success: it is looked up`, async () => {
      stage.moltbook.fail({ method: 'POST', path, what: 'page', isDone: true })
      await stage.use(say('Proxied.')).catch(() => {})
      stage.moltbook.advance(331)
      const id = await stage.use(say('Proxied.'))
      expect(visible(stage).comments.map((one) => one.id)).to.deep.equal([id])
    })

  it('a write that was taken without a challenge, and whose reply got lost, is found and not written again', async () => {
    stage.me.isTrusted = true
    stage.moltbook.fail({ method: 'POST', path: /posts$/, what: 'cut', isDone: true })
    const hello = (adapter: Adapter) =>
      engage(adapter, { content: 'Hello all', submolt: 'agents', title: 'Hi' })
    await failed(stage.use(hello))
    const id = await stage.use(hello)
    expect(visible(stage).posts.map((one) => one.id)).to.deep.equal([id])
  })

  it('an upvote whose reply got lost is not sent again: a second one would take it back', async () => {
    stage.moltbook.fail({ method: 'POST', path: /upvote$/, what: 'cut', isDone: true })
    await failed(stage.use((adapter) => upvote(adapter, { postId: post.id })))
    await stage.use((adapter) => upvote(adapter, { postId: post.id }))
    await stage.use((adapter) => upvote(adapter, { postId: post.id }))
    expect(post.upvoters.size).to.equal(1)
    expect(posts(/upvote$/)).to.have.length(1)
  })

  it('the same words in the same place are written once, however often the command runs', async () => {
    const first = await stage.use(say('Same.'))
    expect(await stage.use(say('Same.'))).to.equal(first)
    expect(posts(/comments$/)).to.have.length(1)
  })

  it('C60: a command waits for its turn if that is soon, and no limit of Moltbook is met', async () => {
    await stage.use(async (adapter) => {
      for (let i = 0; i < 4; i++) await say(`Comment ${i}.`)(adapter)
    })
    expect(visible(stage).comments).to.have.length(4)
    expect(stage.moltbook.log.some(({ status }) => status === 429)).to.equal(false)
  })

  it('C60: what has to wait for long stays in the outbox and is sent later, once', async () => {
    const hello = (n: number) => (adapter: Adapter) =>
      engage(adapter, { content: `Hello ${n}`, submolt: 'agents', title: `Hello ${n}` })
    await stage.use(hello(1))
    const error = await failed(stage.use(hello(2)))
    expect(error.name).to.equal('Moltbook.DeferredError')
    stage.moltbook.advance(1_801)
    await stage.use(hello(2))
    expect(visible(stage).posts).to.have.length(2)
    expect(posts(/posts$/)).to.have.length(2)
  })

  it('C60: 50 comments a day, and 20 with twice the distance on the first day', async () => {
    await stage.use(async (adapter) => {
      for (let i = 0; i < 50; i++) await say(`Comment ${i}.`)(adapter)
      expect((await failed(say('One more.')(adapter))).name).to.equal('Moltbook.DeferredError')
    })
    stage.moltbook.advance(day)
    await stage.use(say('One more.'))
    expect(visible(stage).comments).to.have.length(51)
    expect(stage.moltbook.log.some(({ status }) => status === 429)).to.equal(false)
  })

  it('C60: a 429 all the same is obeyed, to the second that it names', async () => {
    stage.me.commentTimes.push(stage.moltbook.world.now())
    await stage.use(say('Patience.'))
    const statuses = posts(/comments$/).map(({ status }) => status)
    expect(statuses).to.deep.equal([429, 201])
  })

  it('C58: after three failures in a row nothing is written any more, until somebody has looked', async () => {
    for (let i = 0; i < 3; i++) {
      await failed(stage.use(say(`Wrong ${i}.`), { solver: wrong }))
      stage.moltbook.advance(60)
    }
    const before = stage.moltbook.log.length
    const error = await failed(stage.use(say('Right.')))
    expect(error.name).to.equal('Moltbook.BreakerOpenError')
    expect(stage.moltbook.log.length).to.equal(before)
    await stage.use(async (adapter) => {
      adapter.ledger.add({ type: 'reopened', at: adapter.clock.now() })
      await say('Right.')(adapter)
    })
    expect(visible(stage).comments).to.have.length(1)
  })

  it('an upvote in between does not make good for failed challenges', async () => {
    for (let i = 0; i < 3; i++) {
      await failed(stage.use(say(`Wrong ${i}.`), { solver: wrong }))
      stage.moltbook.advance(60)
      if (i === 1) await stage.use((adapter) => upvote(adapter, { postId: post.id }))
    }
    expect((await failed(stage.use(say('More.')))).name).to.equal('Moltbook.BreakerOpenError')
  })

  it('a suspended account writes nothing, since each write would make it longer', async () => {
    stage.me.suspendedUntil = stage.moltbook.world.now() + day
    const error = await failed(stage.use(say('Hello?')))
    expect(error.name).to.equal('Moltbook.SuspendedError')
    expect(posts(/./)).to.have.length(0)
  })

  it('an account that its owner has not claimed writes nothing', async () => {
    stage.me.isClaimed = false
    expect((await failed(stage.use(say('Hello?')))).name).to.equal('Moltbook.UnclaimedError')
    expect(posts(/./)).to.have.length(0)
  })

  it('a refusal is told in Moltbook’s words, and is no failed challenge', async () => {
    const gone = (adapter: Adapter) => comment(adapter, { postId: 'no-such-post', content: 'Hm.' })
    const error = await failed(stage.use(gone))
    expect(error.name).to.equal('Moltbook.RefusedError')
    expect(error.message).to.contain('Post not found')
    await stage.use(say('Elsewhere.'))
  })

  it('a server that is not there has taken nothing: the write goes out with the next run', async () => {
    const nowhere = 'http://127.0.0.1:9/api/v1'
    const error = await failed(stage.use(say('Later.'), { baseUrl: nowhere }))
    expect(error.name).to.equal('Moltbook.NoReplyError')
    await stage.use(say('Later.'))
    expect(visible(stage).comments).to.have.length(1)
  })

  it('S0-1: two commands at once on one account: the second is refused and sends nothing', async () => {
    const adapter = stage.open()
    try {
      expect((await failed(stage.use(say('Me too.')))).name).to.equal('Store.FolderInUseError')
    } finally {
      adapter.close()
    }
  })
})
