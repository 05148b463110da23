import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import fc from 'fast-check'
import { solve } from '../../../adapters/captcha/solve.ts'
import {
  type Adapter,
  comment,
  cycle,
  engage,
  MarketBook,
  migrateFile,
  readLedger,
  summarize,
  upvote,
} from '../../../adapters/moltbook/index.ts'
import { addPerson } from '../../../local/moltbook/people.ts'
import type { LocalMoltbook } from '../../../local/moltbook/startMoltbook.ts'
import { BaseError } from '../../../protocol/index.ts'
import { budget } from '../../helpers/budget.ts'
import { btc, createMarket, deadline, manual, type Stage, setStage } from './stage.ts'

/** The machine stops: no error of ours, so nothing of ours catches it. */
class Crash extends Error {}

type Call = {
  readonly command: (typeof commands)[number]
  readonly n: number
  /** Before the command runs. */
  readonly wait: number
  /** The step after which the machine stops; beyond the last one it does not. */
  readonly crash: number
  readonly fault: 'none' | 'cut before' | 'cut after' | '500 before' | '500 after' | 'wrong answer'
}

const commands = [
  'create',
  'cycle',
  'plan',
  'engage',
  'comment',
  'upvote',
  'browse',
  'status',
  'migrate',
  'reopen',
] as const

const call: fc.Arbitrary<Call> = fc.record({
  command: fc.constantFrom(...commands),
  n: fc.nat({ max: 2 }),
  wait: fc.constantFrom(0, 10, 331, 1_801, 86_400, 8 * 86_400),
  crash: fc.oneof(
    { weight: 2, arbitrary: fc.constant(99) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 9 }) },
  ),
  fault: fc.constantFrom(
    'none',
    'none',
    'none',
    'cut before',
    'cut after',
    '500 before',
    '500 after',
    'wrong answer',
  ),
})

function arm(moltbook: LocalMoltbook, fault: Call['fault']): void {
  if (fault === 'none' || fault === 'wrong answer') return
  const what = fault.startsWith('cut') ? ('cut' as const) : 500
  moltbook.fail({ method: 'POST', path: /./, what, isDone: fault.endsWith('after') })
}

async function run(stage: Stage, { command, n }: Call, adapter: Adapter, postId: string): Promise<void> {
  switch (command) {
    case 'create':
      await createMarket(adapter, n === 2 ? manual() : btc(String(60_000 + n)))
      return
    case 'cycle':
    case 'plan':
      await cycle(adapter)
      return
    case 'engage':
      await engage(adapter, { content: `Post ${n}`, submolt: 'agents', title: `Post ${n}` })
      return
    case 'comment':
      await comment(adapter, { postId, content: `Comment ${n}` })
      return
    case 'upvote':
      return upvote(adapter, { postId })
    case 'browse':
      await adapter.moltbook.posts({ limit: 10 })
      await adapter.moltbook.search('Post', 10)
      return
    case 'status':
      await summarize(adapter)
      return
    case 'reopen':
      adapter.ledger.add({ type: 'reopened', at: stage.clock.now() })
      return
    case 'migrate':
  }
}

/** One command as a process would run it, whatever becomes of it. */
async function attempt(stage: Stage, given: Call, postId: string): Promise<void> {
  stage.moltbook.advance(given.wait)
  arm(stage.moltbook, given.fault)
  let steps = 0
  try {
    if (given.command === 'migrate') {
      const from = join(stage.home, 'old.json')
      const { id, ...old } = {
        id: `market_old${given.n}`,
        question: 'Will it?',
        deadline: '2025-07-01T00:00:00Z',
      }
      writeFileSync(from, JSON.stringify({ markets: { [id]: { ...old, moltbook_post_id: postId } } }))
      migrateFile({ home: stage.home, from, isDry: false, leavesOut: false, now: stage.clock.now() })
      return
    }
    await stage.use((adapter) => run(stage, given, adapter, postId), {
      isReadOnly: ['plan', 'browse', 'status'].includes(given.command),
      solver: given.fault === 'wrong answer' ? () => ({ best: '-1.00', why: '' }) : solve,
      checkpoint: () => {
        if (++steps === given.crash) throw new Crash()
      },
    })
  } catch (error) {
    if (!(error instanceof BaseError) && !(error instanceof Crash)) throw error
  }
}

describe('all commands, in any order, with faults and crashes', function () {
  this.timeout(300_000)

  it('S0-3 S0-71: nothing is deleted, no write passes the ledger by, no market is lost, nothing is there twice', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(call, { minLength: 1, maxLength: 14 }), async (calls) => {
        const stage = await setStage()
        try {
          const { world, log } = stage.moltbook
          const author = addPerson(world, 'Author')
          const postId = world.nextId()
          const verification = 'verified' as const
          const state = { verification, isRemoved: false, isDeleted: false, upvoters: new Set<string>() }
          const words = { submolt: 'general', title: 'Hello', content: 'Hello.', author: author.name }
          world.posts.set(postId, { id: postId, createdAt: world.now(), ...words, ...state })
          const files = await stage.use(async ({ files }) => files)
          let known: string[] = []
          for (const one of calls) {
            await attempt(stage, one, postId)
            const rows = readLedger(files.ledger)
            const posted = (path: RegExp) =>
              log.filter((each) => each.method === 'POST' && path.test(each.path)).length
            const noted = (type: string) => rows.filter((row) => row.type === type).length
            expect(log.filter(({ method }) => !['GET', 'POST'].includes(method))).to.deep.equal([])
            expect(posted(/(?:posts|comments|upvote)$/)).to.be.at.most(noted('sending'))
            expect(posted(/verify$/)).to.be.at.most(noted('answering'))
            expect(log.filter(({ status }) => status === 409)).to.deep.equal([])
            const markets = Object.keys(MarketBook.read(files.markets).markets)
            expect(markets).to.include.members(known)
            known = markets
            const places = [...world.posts.values(), ...world.comments.values()]
              .filter((each) => each.author === stage.me.name && each.verification === 'verified')
              .map((each) => `${'postId' in each ? each.postId : each.submolt} ${each.content}`)
            expect(new Set(places).size, 'something is there twice').to.equal(places.length)
          }
          expect(stage.me.suspendedUntil, 'suspended').to.equal(0)
          expect(stage.clock.now()).to.be.at.least(deadline - 8 * 86_400)
        } finally {
          await stage.close()
        }
      }),
      { numRuns: budget(10, 200) },
    )
  })
})
