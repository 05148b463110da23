import { expect } from 'chai'
import { runHere } from '../../../helpers/callCommand.ts'

const aap = (args: string[], input: string | Uint8Array = '') => runHere(['aap', ...args], { input })

const manual = '§question Will it rain?\n§rule\nsource:manual'
const auto = '§question Will it rain?\n§rule\nsource:coingecko:bitcoin\nop:gte\ntarget:75000'
const jsonLines = (...values: unknown[]) => values.map((value) => JSON.stringify(value)).join('\n')

describe('cresolver aap format', () => {
  it('S0-29: is the inverse of parse', async () => {
    const parsed = await aap(['parse'], `${auto}\n§category crypto`)
    expect(await aap(['format'], parsed.stdout)).to.include({
      status: 0,
      stdout: `${auto}\n§category crypto\n`,
    })
  })

  it('answers with {id, text} when there are several, or with --json', async () => {
    const one = { id: 7, question: 'Will it rain?', rule: { source: 'manual' } }
    expect((await aap(['format', '--json'], jsonLines(one))).lines()).to.deep.equal([{ id: 7, text: manual }])
    const [first, second] = (
      await aap(['format'], jsonLines(one, { id: 8, question: 'a\nb', rule: { source: 'manual' } }))
    ).lines()
    expect(first).to.deep.equal({ id: 7, text: manual })
    expect(second).to.include({ id: 8, error: 'Question.Unwritable' })
  })

  it('fails for one bad question', async () => {
    expect(await aap(['format'], '{"question": "Q"}')).to.include({ status: 1, stdout: '' })
    expect((await aap(['format'], 'junk')).status).to.equal(1)
  })
})
