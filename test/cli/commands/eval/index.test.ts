import { expect } from 'chai'
import { runHere } from '../../../helpers/callCommand.ts'
import { acquired, asked, fact, html, source, url } from '../../../helpers/factsFixture.ts'

const denial = 'Alder Marine has not acquired Tolland Ropes, its chair said on June 30.'
const played = {
  ...asked,
  id: 'a-1',
  category: 'corporate',
  trap: 'none',
  sources: [source],
  pages: [{ url, status: 200, content_type: 'text/html', body: html(`<p>${acquired}</p><p>${denial}</p>`) }],
  facts: [fact()],
  slips: [fact({ quote: 'has not acquired Tolland Ropes', predicate: 'acquired', bears: 'NO' })],
  truth: 'YES',
}
const run = (args: string[], ...cases: object[]) =>
  runHere(['eval', ...args], { input: cases.map((one) => JSON.stringify(one)).join('\n') })

describe('cresolver eval', () => {
  it('FREETEXT §4: prints a line a case with truth, outcome, rule and verdict', async () => {
    const { status, lines } = await run(['--json'], played, { ...played, id: 'a-2', truth: 'NO' })
    expect(status).to.equal(0)
    const [first, second] = lines()
    expect(first).to.include({ id: 'a-1', truth: 'YES', outcome: 'YES', rule: 'affirmed', verdict: 'right' })
    expect(first.confidence).to.equal(0.75)
    expect(second).to.include({ id: 'a-2', verdict: 'wrong' })
  })

  it('FREETEXT §4: prints a table by truth, trap and category with intervals', async () => {
    const { stdout } = await run([], played, { ...played, id: 'a-2', trap: 'rumour' })
    expect(stdout).to.contain('right     a-1: YES for YES')
    for (const group of ['decidable', 'truth YES', 'trap rumour', 'category corporate'])
      expect(stdout).to.match(new RegExp(`^${group} .*%`, 'm'))
  })

  it('takes odd or even lines alone', async () => {
    const { lines } = await run(['--json', '--lines', 'even'], played, { ...played, id: 'a-2' })
    expect(lines().map(({ id }: { id: string }) => id)).to.deep.equal(['a-2'])
  })

  it('says what is wrong with a line that is no case', async () => {
    const { stdout } = await run([], played, { id: 'b' })
    expect(stdout).to.contain('is not a case that can be evaluated')
  })
})
