import { expect } from 'chai'
import { textOf } from '../../../../cli/commands/eval/playReaders.ts'
import { runHere } from '../../../helpers/callCommand.ts'
import { acquired, fact, html, source, url } from '../../../helpers/factsFixture.ts'
import { line, played } from './lines.ts'

const one = played('a', 'YES', {
  sources: [source],
  pages: [{ url, status: 200, content_type: 'text/html', body: html(`<p>${acquired}</p>`) }],
  facts: [fact()],
})
const play = (args: readonly string[], ...cases: object[]) =>
  runHere(['eval', ...args], { input: cases.map((each) => JSON.stringify(each)).join('\n') })

describe('playReaders', () => {
  it('FREETEXT §4: --json prints nothing but a line a case: {id, truth, outcome, confidence, rule, verdict, why}', async () => {
    const { status, lines } = await play(['--json'], one, { ...one, id: 'b' })
    expect(status).to.equal(0)
    expect(lines()).to.have.length(2)
    for (const each of lines())
      expect(Object.keys(each)).to.deep.equal([
        'id',
        'truth',
        'outcome',
        'confidence',
        'rule',
        'verdict',
        'why',
      ])
  })

  it('a line for eyes says verdict, outcome, truth, rule and why', () => {
    expect(textOf({ played: one, line: line('a', 'NO') })).to.equal(
      'wrong     a: YES for NO, affirmed 0.8 (It says so.)',
    )
  })

  it('error: a line that is not a case fails with --strict, or where it is the only one', async () => {
    expect((await play([], one, {})).status).to.equal(0)
    expect((await play(['--strict'], one, {})).status).to.equal(1)
    expect((await play([], {})).status).to.equal(1)
  })
})
