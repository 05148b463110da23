import { expect } from 'chai'
import { BaseError } from '../../../protocol/index.ts'
import type { Model, Prompt } from '../../../services/model/Model.ts'
import { openModel } from '../../../services/model/openModel.ts'
import type { Retry } from '../../../services/model/postJson.ts'
import { type Dialect, key, type Provider, startProvider } from './fakeProvider.ts'
import * as faults from './faults.ts'

const prompt: Prompt = { system: 'Be brief.', user: 'Who?', maxTokens: 64 }
const now = Date.parse('2026-02-20T23:59:00Z')

for (const dialect of ['openai', 'anthropic'] as const satisfies readonly Dialect[]) {
  describe(`live model (${dialect})`, () => {
    let provider: Provider
    let slept: number[]
    before(async () => {
      provider = await startProvider(dialect)
    })
    after(() => provider.close())
    beforeEach(() => {
      slept = []
      provider.misbehave()
    })

    const open = (settings: object = {}, env: NodeJS.ProcessEnv = { FAKE_KEY: key }): Model =>
      openModel(
        { kind: dialect, baseUrl: provider.baseUrl, model: 'fake', keyEnv: 'FAKE_KEY', ...settings },
        {
          env,
          random: () => 0.5,
          now: () => now,
          sleep: async (milliseconds) => {
            slept.push(milliseconds)
          },
        },
      )
    const failureOf = async (model: Model, signal?: AbortSignal): Promise<Error> => {
      const failure = await model.complete(prompt, signal === undefined ? {} : { signal }).then(
        () => new Error('It answered.'),
        (error) => error,
      )
      // Nothing that can be logged may hold the key, wherever in the error it sits.
      const everything = JSON.stringify([failure, Object.getOwnPropertyDescriptors(failure), failure.cause])
      expect(`${everything}${failure.stack}${failure.message}`).not.to.include(key)
      return failure
    }

    for (const [what, fault] of Object.entries({
      'status 429': faults.status(429),
      'status 500': faults.status(500),
      'status 529': faults.status(529),
      'a connection that is reset': faults.reset,
      'half a body': faults.halfBody,
      'a body whose end never comes': faults.halfChunks,
    })) {
      it(`tries again after ${what}, and waits longer each time`, async () => {
        provider.misbehave(fault, fault)
        expect((await open().complete(prompt)).text).to.equal('echo: Who?')
        expect(provider.seen).to.have.length(3)
        expect(slept).to.deep.equal([250, 500])
      })

      it(`gives up when ${what} does not end, and calls it retryable`, async () => {
        provider.misbehave(fault, fault, fault, fault)
        const failure = await failureOf(open({ retries: 2 }))
        expect(failure).to.include({ name: 'Model.UnavailableError', retryable: true })
        expect(failure.message).to.include('Tried 3 times')
        expect(provider.seen).to.have.length(3)
      })
    }

    it('AUDIT B6: tries again as long as there is time, and not a moment longer', async () => {
      const busy = faults.status(503)
      provider.misbehave(busy, busy, busy, busy, busy, busy)
      let at = now
      const retried: Retry[] = []
      const model = openModel(
        { kind: dialect, baseUrl: provider.baseUrl, model: 'fake', keyEnv: 'FAKE_KEY', retries: 20 },
        {
          env: { FAKE_KEY: key },
          random: () => 1,
          now: () => at,
          sleep: async (milliseconds) => {
            at += milliseconds
          },
          retrying: (retry) => retried.push(retry),
        },
      )
      const failure = await model.complete(prompt, { until: now + 4_000 }).catch((error) => error)
      // 500, 1,000 and 2,000 ms are waited; 4,000 more do not fit.
      expect(failure).to.include({ name: 'Model.UnavailableError', why: 'overloaded', status: 503 })
      expect(retried.map(({ delayMs }) => delayMs)).to.deep.equal([500, 1_000, 2_000])
      expect(retried[0]).to.deep.equal({ model: model.name, cause: 'overloaded', status: 503, delayMs: 500 })
      expect(provider.seen).to.have.length(4)
    })

    it('AUDIT B6: honours Retry-After where it fits into the time left, and gives up at once where it does not', async () => {
      const options = { until: now + 10_000 }
      provider.misbehave(faults.status(429, { 'retry-after': '8' }))
      expect((await open().complete(prompt, options)).text).to.equal('echo: Who?')
      expect(slept).to.deep.equal([8_000])
      provider.misbehave(faults.status(429, { 'retry-after': '10' }))
      const failure = await open()
        .complete(prompt, options)
        .catch((error) => error)
      expect(failure).to.include({ why: 'busy', status: 429 })
      expect(provider.seen).to.have.length(1)
    })

    it('AUDIT B6: gives a try the time that is left, tries again after one that took its time while as much is left', async () => {
      provider.misbehave(faults.hang, faults.hang)
      const { text } = await open({ timeoutMs: 200 }).complete(prompt, { until: now + 60_000 })
      expect(text).to.equal('echo: Who?')
      expect(provider.seen).to.have.length(3)
      provider.misbehave(faults.hang)
      const late = await open()
        .complete(prompt, { until: now + 100 })
        .catch((error) => error)
      expect(late.message).to.include('took longer than 100 ms')
      expect(provider.seen).to.have.length(1)
    })

    it('AUDIT B6: waits for a slow reply while there is time', async () => {
      provider.misbehave(faults.slow(150))
      const { text } = await open().complete(prompt, { until: now + 60_000 })
      expect([text, provider.seen.length]).to.deep.equal(['echo: Who?', 1])
    })

    it('asks nobody when no time is left', async () => {
      const failure = await open()
        .complete(prompt, { until: now })
        .catch((error) => error)
      expect(failure).to.include({ name: 'Model.UnavailableError', why: 'timeout' })
      expect(provider.seen).to.have.length(0)
    })

    it('does not wait for an account without credit', async () => {
      provider.misbehave(faults.withoutCredit)
      const failure = await failureOf(open())
      expect(failure).to.include({ name: 'Model.RefusedError', status: 429, isQuota: true })
      expect(failure.message).to.include('Add credit')
      expect(slept).to.deep.equal([])
    })

    it('waits as long as it is asked to, in seconds or until a date', async () => {
      provider.misbehave(
        faults.status(429, { 'retry-after': '7' }),
        faults.status(503, { 'retry-after': 'Fri, 20 Feb 2026 23:59:03 GMT' }),
      )
      await open().complete(prompt)
      expect(slept).to.deep.equal([7_000, 3_000])
    })

    it('does not wait longer than it may', async () => {
      provider.misbehave(faults.status(429, { 'retry-after': '3600' }))
      expect(await failureOf(open())).to.include({ name: 'Model.UnavailableError', status: 429 })
      expect([provider.seen.length, slept]).to.deep.equal([1, []])
    })

    for (const [what, fault] of Object.entries({
      'a body that is no JSON': faults.garbage,
      'a body that is no text': faults.notText,
      'JSON of another shape': faults.anotherShape,
      'a reply that does not count tokens': faults.withoutUsage,
      'a web page': faults.page,
      'a body without end': faults.endless,
    })) {
      it(`refuses ${what}, at once`, async () => {
        provider.misbehave(fault)
        expect((await failureOf(open())).name).to.equal('Model.UnreadableReplyError')
        expect(provider.seen).to.have.length(1)
      })
    }

    for (const [what, fault] of Object.entries({
      'no reply': faults.hang,
      'a reply that stops in the middle': faults.hangInBody,
    })) {
      it(`waits for ${what} only so long, and does not try again`, async () => {
        provider.misbehave(fault)
        const failure = await failureOf(open({ timeoutMs: 100 }))
        expect(failure).to.include({ name: 'Model.UnavailableError', retryable: true })
        expect(failure.message).to.include('took longer than 100 ms')
        expect(provider.seen).to.have.length(1)
      })
    }

    for (const [reason, fault] of Object.entries({
      refused: faults.says(null, 'stop', 'I cannot help with that.'),
      'cut off': faults.says('{"echo": "wh', 'length'),
      empty: faults.says(''),
    })) {
      it(`says that there is no answer when it was ${reason}, and what it cost all the same`, async () => {
        provider.misbehave(fault)
        const prices = { inputPerMillion: 1_000_000, outputPerMillion: 1_000_000 }
        const failure = await failureOf(open({ prices }))
        expect(failure).to.be.instanceOf(BaseError)
        expect(failure).to.deep.include({
          name: 'Model.NoAnswerError',
          reason,
          usage: { inputTokens: 1_200, outputTokens: 34, costMicroUsd: 1_234 },
        })
        expect(provider.seen).to.have.length(1)
      })
    }

    it('does not take text that was filtered', async () => {
      provider.misbehave(faults.says('half of', 'content_filter'))
      expect((await failureOf(open())).name).to.equal('Model.NoAnswerError')
    })

    it('does not try a wrong key again, and says where the right one belongs', async () => {
      const failure = await failureOf(open({}, { FAKE_KEY: `${key}x` }))
      const kind = dialect === 'openai' ? 'invalid_api_key' : 'authentication_error'
      expect(failure.message).to.equal(
        `${dialect}:fake refused the request with status 401 (${kind}).\n` +
          'Check the key in FAKE_KEY, and what it may be used for.',
      )
      expect(slept).to.deep.equal([])
    })

    it('does not carry the key to where it is redirected', async () => {
      provider.misbehave(faults.redirect(`${provider.baseUrl}/elsewhere`))
      expect(await failureOf(open())).to.include({ name: 'Model.RefusedError', status: 307 })
      expect(provider.seen).to.have.length(1)
    })

    it('does not try again where nobody listens', async () => {
      const failure = await failureOf(open({ baseUrl: 'http://127.0.0.1:1' }))
      expect(failure).to.include({ name: 'Model.UnavailableError', status: null })
      expect(slept).to.deep.equal([])
    })

    it('stops waiting when it is told to, between tries and during one', async () => {
      // Of the same class as what the client throws when it cannot connect.
      const reason = new TypeError('enough')
      const during = new AbortController()
      provider.misbehave((response, ...rest) => {
        faults.hang(response, ...rest)
        during.abort(reason)
      })
      expect(await failureOf(open(), during.signal)).to.equal(reason)

      const between = new AbortController()
      const random = () => {
        between.abort(reason)
        return 1
      }
      provider.misbehave(faults.status(500))
      const model = openModel(
        { kind: dialect, baseUrl: provider.baseUrl, model: 'fake', keyEnv: 'FAKE_KEY' },
        // With the real sleep, which ends at once when it is told to.
        { env: { FAKE_KEY: key }, random },
      )
      expect(await failureOf(model, between.signal)).to.equal(reason)
      expect(provider.seen).to.have.length(1)
    })
  })
}
