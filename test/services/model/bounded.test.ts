import { expect } from 'chai'
import { bounded } from '../../../services/model/bounded.ts'
import { type Model, NoAnswerError, type Prompt, UnavailableError } from '../../../services/model/Model.ts'
import { openModel } from '../../../services/model/openModel.ts'
import { key, startProvider } from './fakeProvider.ts'

// With one micro-USD a token: at most 4 for what is asked, 10 for what is said.
const prices = { inputPerMillion: 1_000_000, outputPerMillion: 1_000_000 }
const prompt: Prompt = { system: 'abc', user: 'defgh', maxTokens: 10 }
const most = 4 + 10

function make(bounds: { answer?: number; day?: number }) {
  let now = Date.parse('2026-11-18T23:59:00Z')
  let reply: number | Error = 6
  let asked = 0
  const model: Model = {
    name: 'm',
    async complete() {
      asked++
      if (reply instanceof Error) throw reply
      return { text: 'x', usage: { inputTokens: 3, outputTokens: 3, costMicroUsd: reply } }
    },
  }
  const opened = bounded(model, { bounds, prices, now: () => now })
  return {
    opened,
    asked: () => asked,
    say: (next: number | Error) => {
      reply = next
    },
    pass: (milliseconds: number) => {
      now += milliseconds
    },
  }
}
const failureOf = (model: Model): Promise<string> =>
  model.complete(prompt).then(
    () => 'answered',
    (error) => error.message.split('\n')[0],
  )
const tooCostly = (scope: string, spent: number, bound: number) =>
  `m is not asked: it could cost more than maxCostMicroUsd allows for one ${scope} (${spent} of ${bound} are spent).`

describe('a model whose cost is bounded', () => {
  it('AUDIT B6: is not asked where the call could pass the bound of an answer; the next answer counts from zero', async () => {
    const { opened, asked } = make({ answer: most + 7 })
    const one = opened.forAnswer!()
    expect([await failureOf(one), await failureOf(one)]).to.deep.equal(['answered', 'answered'])
    expect(await failureOf(one)).to.equal(tooCostly('answer', 12, most + 7))
    expect(asked()).to.equal(2)
    expect(await failureOf(opened.forAnswer!())).to.equal('answered')
  })

  it('AUDIT B6: readings that are asked side by side do not both take what is left', async () => {
    const { opened, asked } = make({ answer: 2 * most - 1 })
    const one = opened.forAnswer!()
    const both = await Promise.all([failureOf(one), failureOf(one)])
    expect(both).to.deep.equal(['answered', tooCostly('answer', most, 2 * most - 1)])
    expect(asked()).to.equal(1)
  })

  it('AUDIT B6: counts all answers of a day, and begins anew at midnight UTC', async () => {
    const { opened, pass } = make({ day: most + 6 })
    expect([await failureOf(opened), await failureOf(opened)]).to.deep.equal(['answered', 'answered'])
    expect(await failureOf(opened)).to.equal(tooCostly('day', 12, most + 6))
    pass(59_999)
    expect(await failureOf(opened)).to.include('for one day')
    pass(1)
    expect(await failureOf(opened)).to.equal('answered')
  })

  it('counts what a failure cost: as it says, nothing where the provider did not begin, the most where nobody knows', async () => {
    const usage = { inputTokens: 3, outputTokens: 2, costMicroUsd: 5 }
    const unavailable = (why: 'busy' | 'timeout') => new UnavailableError('m', 'x', { why, tries: 1 })
    const cases: [Error, number][] = [
      [new NoAnswerError('m', 'cut off', usage), 5],
      [unavailable('busy'), 0],
      [unavailable('timeout'), most],
      [new Error('?'), most],
    ]
    for (const [error, cost] of cases) {
      const { opened, say } = make({ answer: most + 13 })
      const one = opened.forAnswer!()
      say(error)
      await one.complete(prompt).catch(() => {})
      say(14)
      if (cost < most) expect(await failureOf(one)).to.equal('answered')
      const spent = cost < most ? cost + 14 : cost
      expect(await failureOf(one)).to.equal(tooCostly('answer', spent, most + 13))
    }
  })

  it('is what the config opens', async () => {
    const provider = await startProvider('openai')
    try {
      const open = (answer: number) =>
        openModel(
          {
            ...{ kind: 'openai', baseUrl: provider.baseUrl, model: 'fake', keyEnv: 'FAKE_KEY', prices },
            maxCostMicroUsd: { answer },
          },
          { env: { FAKE_KEY: key } },
        )
      expect(await failureOf(open(13))).to.include('openai:fake is not asked')
      expect(provider.seen).to.have.length(0)
      expect(await failureOf(open(14))).to.equal('answered')
    } finally {
      await provider.close()
    }
  })
})
