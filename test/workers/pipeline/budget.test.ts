import { expect } from 'chai'
import {
  acquisitionContext,
  acquisitionTask,
  repliesOf,
  scriptedModel,
} from '../../../cli/commands/worker/acquisition.ts'
import { sleep } from '../../../services/Clock.ts'
import type { Transport } from '../../../services/fetch/Transport.ts'
import { type Model, TooCostlyError, UnavailableError } from '../../../services/model/Model.ts'
import { llm } from '../../../workers/pipeline/llm.ts'
import type { Event } from '../../../workers/pipeline/Stage.ts'
import { type VirtualClock, virtualClock } from '../../helpers/virtualClock.ts'

/** Whole answers under a clock that nobody waits for: what is checked is the plan of calls, not the machine. */
describe('the time of an answer', () => {
  let clock: VirtualClock
  beforeEach(() => {
    clock = virtualClock()
  })

  /** A model that takes its time, and how many asked it at once. */
  function slowModel(milliseconds: number) {
    const scripted = scriptedModel(repliesOf('confirmed'))
    const calls = { running: 0, most: 0, all: 0, untils: [] as (number | undefined)[] }
    const complete: Model['complete'] = async (prompt, options) => {
      calls.all++
      calls.most = Math.max(calls.most, ++calls.running)
      calls.untils.push(options?.until)
      await sleep(clock, milliseconds, options?.signal)
      calls.running--
      return scripted.complete(prompt, options)
    }
    return { model: { ...scripted, complete }, calls }
  }

  const slowPages = (milliseconds: number, hangs?: string): Transport => {
    const { transport } = acquisitionContext('confirmed')
    return async (request, options) => {
      const isHung = hangs !== undefined && request.url.includes(hangs)
      await sleep(clock, isHung ? 3_600_000 : milliseconds, options?.signal)
      options?.signal?.throwIfAborted()
      return transport(request, options)
    }
  }

  async function answerOf(model: Model, transport: Transport, seconds = 24) {
    const events: Event[] = []
    const began = clock.now()
    const observe = (event: Event) => events.push(event)
    const resolver = llm({ ...acquisitionContext('confirmed'), model, transport, clock, observe })
    const until = began + seconds * 1_000
    const answered = await clock.run(resolver.resolve(acquisitionTask(), { until }))
    return { ...answered, events, seconds: (clock.now() - began) / 1_000 }
  }

  it('AUDIT B6: a worker answers within 25 s with 8 s models, because both readings are asked side by side', async () => {
    const { model, calls } = slowModel(8_000)
    const { reply, seconds } = await answerOf(model, slowPages(4_000))
    expect(reply.outcome).to.equal('YES')
    expect([seconds, calls.all, calls.most]).to.deep.equal([20, 3, 2])
  })

  it('AUDIT B6: long pages take more calls of both readers, and no more time', async () => {
    const { model, calls } = slowModel(8_000)
    const pages = slowPages(4_000)
    const filler =
      '<p>The harbour was calm, and the boats lay where they had lain the day before.</p>'.repeat(900)
    const long: Transport = async (request, options) => {
      const reply = await pages(request, options)
      return request.url.includes('wire') ? { ...reply, body: `<main>${filler}</main>` } : reply
    }
    const { reply, seconds } = await answerOf(model, long)
    // The readings say something of the wire that does not stand there any more; the newsroom decides without it.
    expect([reply.outcome, seconds]).to.deep.equal(['YES', 20])
    expect(calls.most).to.be.above(4)
    expect(calls.all).to.equal(calls.most + 1)
  })

  it('AUDIT B6: no stage gives up on a model that is still in time: 9 s for the question were too long once', async () => {
    const { model } = slowModel(9_000)
    const { reply, seconds } = await answerOf(model, slowPages(1_000))
    expect([reply.outcome, seconds]).to.deep.equal(['YES', 19])
  })

  it('AUDIT B6: each call of the model knows when its stage ends', async () => {
    const { model, calls } = slowModel(1_000)
    const began = clock.now()
    await answerOf(model, slowPages(0))
    expect(calls.untils).to.deep.equal([began + 9_120, began + 1_000 + 21_160, began + 1_000 + 21_160])
  })

  it('AUDIT B6: a model that is too slow costs no more than the time there is, and the doubt may be tried again', async () => {
    for (const milliseconds of [10_000, 3_600_000]) {
      const { reply, again, seconds } = await answerOf(slowModel(milliseconds).model, slowPages(0))
      expect([reply.outcome, again, seconds]).to.deep.equal(['INVALID', 'soon', 9.12])
    }
  })

  it('a page that does not come costs only itself', async () => {
    const { model } = slowModel(8_000)
    const { reply, proof, seconds } = await answerOf(model, slowPages(1_000, 'dealwhispers'))
    expect(reply.outcome).to.equal('YES')
    expect(proof!.evidence.items.map((item) => item.evidence_id)).to.not.include('rumours')
    expect(seconds).to.be.below(24)
  })

  it('without time nobody is asked', async () => {
    const { model, calls } = slowModel(0)
    const { reply, again } = await answerOf(model, slowPages(0), 0)
    expect([reply.outcome, again, calls.all]).to.deep.equal(['INVALID', 'soon', 0])
  })

  it('AUDIT B6: doubt says whether trying again may help: soon, once somebody saw to it, or never', async () => {
    const failing = (error: Error): Model => ({ name: 'm', complete: () => Promise.reject(error) })
    const busy = new UnavailableError('m', 'answered 529', { why: 'overloaded', status: 529, tries: 3 })
    const soon = await answerOf(failing(busy), slowPages(0))
    expect(soon.again).to.equal('soon')
    expect(soon.reply.evidence).to.include(
      'the model gave nothing as prompt-engineer: the provider is overloaded.',
    )
    expect((await answerOf(failing(new Error('x')), slowPages(0))).again).to.equal('later')
    const silent = scriptedModel({ ...repliesOf('confirmed'), 'first-reader': 'YES' })
    expect((await answerOf(silent, slowPages(0))).again).to.equal(undefined)
  })

  it('AUDIT B6: over the bound of its cost a worker abstains and says so; each answer counts from zero', async () => {
    let answers = 0
    const { model } = slowModel(0)
    const costly = new TooCostlyError('m', 'answer', { spent: 9, bound: 10 })
    const forAnswer = (): Model => {
      answers++
      return { ...model, complete: () => Promise.reject(costly) }
    }
    const { reply, again } = await answerOf({ ...model, forAnswer }, slowPages(0))
    expect([reply.outcome, again, answers]).to.deep.equal(['INVALID', 'later', 1])
    expect(reply.evidence).to.include('it would cost more than is allowed')
  })

  it('AUDIT B6: doubt because sources were away just now may be tried again; a recording says the same again', async () => {
    const { model } = slowModel(0)
    const away =
      (method: 'GET' | 'REPLAY'): Transport =>
      async () => ({
        status: 503,
        headers: {},
        body: '',
        retrievedAt: Math.floor(clock.now() / 1_000),
        method,
      })
    expect((await answerOf(model, away('GET'))).again).to.equal('soon')
    expect((await answerOf(model, away('REPLAY'))).again).to.equal(undefined)
  })
})
