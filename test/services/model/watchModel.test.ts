import { expect } from 'chai'
import type { Completion, Model } from '../../../services/model/Model.ts'
import {
  NoAnswerError,
  RefusedError,
  TooCostlyError,
  UnavailableError,
} from '../../../services/model/Model.ts'
import { type ModelCall, makeModelWatch } from '../../../services/model/watchModel.ts'

const prompt = { system: 's', user: 'the page', maxTokens: 8 }
const usage = { inputTokens: 3, outputTokens: 2, costMicroUsd: 7 }
const good: Completion = { text: 'the reply', usage }
const busy = new UnavailableError('m', 'answered 429', { why: 'busy', status: 429, tries: 1 })
const refused = new RefusedError('m', 400, { kind: null, try: 'x' })

function watched() {
  let now = 1_000_000
  const replies: (Completion | Error)[] = []
  const calls: ModelCall[] = []
  const watch = makeModelWatch({ call: (call) => calls.push(call) }, () => now)
  const model: Model = {
    name: 'm',
    async complete() {
      now += 40
      const reply = replies.shift()!
      if (reply instanceof Error) throw reply
      return reply
    },
  }
  const seen = watch.watch(model)
  return {
    watch,
    calls,
    model,
    /** Calls it once for each reply. */
    async play(...next: (Completion | Error)[]) {
      replies.push(...next)
      for (const _ of next) await seen.complete(prompt).catch(() => {})
    },
    pass: (milliseconds: number) => {
      now += milliseconds
    },
  }
}

describe('makeModelWatch', () => {
  it('AUDIT B6: tells of each call its time, cause and cost, and nothing of what was asked or said', async () => {
    const { play, calls } = watched()
    await play(good, busy, new NoAnswerError('m', 'cut off', usage))
    expect(calls).to.deep.equal([
      { model: 'm', ms: 40, cause: null, status: null, usage },
      { model: 'm', ms: 40, cause: 'busy', status: 429, usage: null },
      { model: 'm', ms: 40, cause: 'no-answer', status: null, usage },
    ])
  })

  it('AUDIT B6: is well until a call fails; what passes by itself counts for a minute', async () => {
    const { play, watch, pass } = watched()
    expect(watch.state()).to.deep.equal({ name: 'm', ok: true, cause: null, failed_at: null })
    await play(busy)
    expect(watch.state()).to.deep.equal({ name: 'm', ok: false, cause: 'busy', failed_at: 1_000 })
    pass(60_001)
    expect(watch.state()).to.include({ ok: true })
    await play(busy, good)
    expect(watch.state()).to.include({ ok: true })
    await play(new TooCostlyError('m', 'answer', { spent: 1, bound: 1 }))
    expect(watch.state()).to.include({ ok: false, cause: 'cost' })
    pass(60_001)
    expect(watch.state()).to.include({ ok: true })
  })

  it('AUDIT B6: what somebody has to see to counts until a call succeeds, or is answered at least', async () => {
    const { play, watch, pass } = watched()
    await play(refused)
    pass(86_400_000)
    expect(watch.state()).to.include({ ok: false, cause: 'refused' })
    await play(new NoAnswerError('m', 'refused', usage))
    expect(watch.state()).to.include({ ok: true })
  })

  it('a call that was given up when its time was over was slow; one that was given up before says nothing', async () => {
    const { calls, watch } = watched()
    const aborted = AbortSignal.abort(new Error('enough'))
    const hanging = watch.watch({ name: 'm', complete: () => Promise.reject(aborted.reason) })
    await hanging.complete(prompt, { signal: aborted, until: 1_000_000 }).catch(() => {})
    expect([calls[0]!.cause, watch.state()!.cause]).to.deep.equal(['timeout', 'timeout'])
    await hanging.complete(prompt, { signal: aborted, until: 9_000_000 }).catch(() => {})
    expect(calls[1]!.cause).to.equal('called-off')
  })

  it('FREETEXT §1: of two models either may be at fault, and a success of the other does not hide it', async () => {
    const { play, watch } = watched()
    const other = watch.watch({ name: 'other', complete: async () => good })
    await play(refused)
    await other.complete(prompt)
    expect(watch.state()).to.include({ name: 'm', ok: false, cause: 'refused' })
    await play(good)
    expect(watch.state()).to.include({ name: 'm and other', ok: true })
  })

  it('has no state before there is a model, and watches what a model gives for one answer', async () => {
    const { watch, calls, model } = watched()
    expect(makeModelWatch({}, Date.now).state()).to.equal(null)
    const outer = watch.watch({ ...model, forAnswer: () => ({ ...model, complete: async () => good }) })
    await outer.forAnswer!().complete(prompt)
    expect(calls).to.have.length(1)
    expect(watch.watch(model).forAnswer).to.equal(undefined)
  })
})
