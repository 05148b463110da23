import { expect } from 'chai'
import { solve } from '../../../adapters/captcha/solve.ts'
import { solveWithModel } from '../../../adapters/captcha/solveWithModel.ts'
import { type Model, type Prompt, UnavailableError } from '../../../services/model/Model.ts'

const usage = { inputTokens: 1, outputTokens: 1, costMicroUsd: null }
const doubtful = 'A claw is twelve or sixteen newtons strong, how strong is it?'

function modelThat(reply: () => string): Model & { readonly prompts: Prompt[] } {
  const prompts: Prompt[] = []
  return {
    name: 'fake',
    prompts,
    complete: async (prompt) => {
      prompts.push(prompt)
      return { text: reply(), usage }
    },
  }
}

describe('solveWithModel', () => {
  it('C57: asks no model where there is an answer without one', async () => {
    const model = modelThat(() => '{"answer":"1.00"}')
    const text = 'What is five plus six?'
    expect(await solveWithModel(model, text)).to.deep.equal(solve(text))
    expect(model.prompts).to.deep.equal([])
  })

  it('takes a number from the model where there is none, and says so', async () => {
    const model = modelThat(() => '{"answer":"18"}')
    const { answer, why } = await solveWithModel(model, doubtful)
    expect(answer).to.equal('18.00')
    expect(why).to.contain('fake says 18.00')
    expect(model.prompts.map(({ user }) => user)).to.deep.equal([doubtful])
  })

  it('writes what the model says with two decimals', async () => {
    const said = ['-3.5', '2.005', '1200', '-0']
    const answers = await Promise.all(
      said.map(
        async (answer) =>
          (
            await solveWithModel(
              modelThat(() => JSON.stringify({ answer })),
              doubtful,
            )
          ).answer,
      ),
    )
    expect(answers).to.deep.equal(['-3.50', '2.01', '1200.00', '0.00'])
  })

  for (const said of [
    '',
    '18',
    'The answer is 18.',
    '{"answer":null}',
    '{"answer":18}',
    '{"answer":"eighteen"}',
    '{"answer":"1e9"}',
    '{"answer":"18 "}',
    '{"answer":"18.00","note":"sure"}',
    `{"answer":"${'9'.repeat(20)}"}`,
  ]) {
    it(`takes nothing from ${said === '' ? 'an empty reply' : said}`, async () => {
      const { answer, why } = await solveWithModel(
        modelThat(() => said),
        doubtful,
      )
      expect(answer).to.equal(null)
      expect(why).to.contain('fake gave no number')
    })
  }

  it('has no answer where the model cannot be reached', async () => {
    const model = modelThat(() => {
      throw new UnavailableError('fake', 'did not reply', { why: 'busy', tries: 1 })
    })
    const { answer, why } = await solveWithModel(model, doubtful)
    expect(answer).to.equal(null)
    expect(why).to.contain('fake did not reply')
  })

  it('sends nothing that is too long, or empty', async () => {
    const model = modelThat(() => '{"answer":"1"}')
    expect((await solveWithModel(model, 'x'.repeat(100_000))).answer).to.equal(null)
    expect((await solveWithModel(model, ' ')).answer).to.equal(null)
    expect(model.prompts).to.deep.equal([])
  })
})
