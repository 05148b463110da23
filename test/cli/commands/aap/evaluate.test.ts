import { expect } from 'chai'
import { runHere } from '../../../helpers/callCommand.ts'

const aap = (args: string[], input: string | Uint8Array = '') => runHere(['aap', ...args], { input })

const manual = '§question Will it rain?\n§rule\nsource:manual'
const auto = '§question Will it rain?\n§rule\nsource:coingecko:bitcoin\nop:gte\ntarget:75000'
const jsonLines = (...values: unknown[]) => values.map((value) => JSON.stringify(value)).join('\n')

describe('cresolver aap evaluate', () => {
  it('S0-20: compares exactly, and carries the id', async () => {
    const { status, lines } = await aap(
      ['evaluate'],
      jsonLines({ id: 'x', question: auto, value: '74999.999999999999999999' }),
    )
    expect(status).to.equal(0)
    expect(lines()).to.deep.equal([
      {
        id: 'x',
        met: false,
        outcome: 'NO',
        metric_used: 'price_usd',
        value: '74999.999999999999999999',
        target: '75000',
        op: 'gte',
      },
    ])
  })

  it('C32: takes a JSON number only when no digit can be lost', async () => {
    const line = (value: string) => `{"question":${JSON.stringify(auto)},"value":${value}}`
    const values = ['75000.5', '-1', 'null', '74999.99999999999999', '1e5', '100000000000000000', 'true']
    const answers = (await aap(['evaluate'], values.map(line).join('\n'))).lines()
    expect(answers.map(({ outcome, error }) => outcome ?? error)).to.deep.equal([
      ...['YES', 'NO', 'INVALID'],
      ...['Cli.Value', 'Cli.Value', 'Cli.Value', 'Cli.Value'],
    ])
  })

  it('gives a line with an error for what cannot be evaluated, and goes on', async () => {
    const inputs = [
      { id: 1, question: 'x', value: '1' },
      { id: 2, question: manual, value: '1' },
      { id: 3, value: '1' },
      { id: 4, question: auto },
    ]
    const answers = (
      await aap(['evaluate'], jsonLines(...inputs, { id: 5, question: auto, value: '75000' }))
    ).lines()
    expect(answers.map(({ id, error, outcome }) => [id, error ?? outcome])).to.deep.equal([
      [1, 'Question.Invalid'],
      [2, 'Rule.ManualRule'],
      [3, 'Cli.NoQuestion'],
      [4, 'Cli.Value'],
      [5, 'YES'],
    ])
  })
})
