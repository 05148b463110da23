import { expect } from 'chai'
import { firstDay } from '../../../local/startChain.ts'
import { Issue, Question, Tally } from '../../../protocol/index.ts'
import { bearable, castOf, fewest, most } from '../../../scripts/demo/castOf.ts'
import { deadlinesFor, slownessNow } from '../../../scripts/demo/deadlinesFor.ts'
import { marketsOf } from '../../../scripts/demo/marketsOf.ts'
import { startProgress } from '../../../scripts/demo/startProgress.ts'

const deadline = firstDay + 86_400

describe('the markets of a seed', () => {
  it('are four, with YES, NO and INVALID among them, whatever the seed', () => {
    for (let seed = 0; seed < 300; seed++) {
      const markets = marketsOf(seed, deadline)
      expect(markets.map(({ id }) => id)).to.deep.equal([1, 2, 3, 4])
      expect(markets.map(({ kind }) => kind)).to.have.members(['price', 'locked', 'contradiction', 'lie'])
      const truths = markets.filter(({ kind }) => kind !== 'lie').map(({ truth }) => truth)
      expect(truths).to.have.members(['YES', 'NO', 'INVALID'])
      for (const { question } of markets)
        expect(Question.parse(question, { deadline }).issues.filter(Issue.isError)).to.deep.equal([])
    }
  })

  it('differ from seed to seed in questions, order and outcomes, and never for the same one', () => {
    const all = Array.from({ length: 100 }, (_, seed) => marketsOf(seed, deadline))
    const distinct = (of: (markets: (typeof all)[number]) => unknown) =>
      new Set(all.map((one) => String(of(one)))).size
    expect(distinct((markets) => markets.map(({ question }) => question))).to.equal(100)
    expect(distinct((markets) => markets.map(({ kind }) => kind))).to.be.greaterThan(10)
    expect(distinct((markets) => markets.map(({ truth }) => truth))).to.be.greaterThan(5)
    expect(marketsOf(42, deadline)).to.deep.equal(marketsOf(42, deadline))
  })
})

describe('the cast', () => {
  it('has one who lies, one who is silent and one who is malformed, and leaves a quorum', () => {
    for (let workers = fewest; workers <= most; workers++) {
      const { roles, names, reliable, faulty } = castOf(workers, 1)
      expect(roles).to.have.length(workers)
      expect(names).to.have.length(workers)
      expect([...reliable, ...faulty].sort((a, b) => a - b)).to.deep.equal([...roles.keys()])
      const count = Math.min(faulty.length, bearable(reliable.length))
      expect(count).to.be.greaterThan(0)
      expect(reliable.length).to.be.at.least(Tally.quorum(reliable.length + count))
    }
  })
})

describe('the gateway’s deadlines', () => {
  it('grow with the workers and on a busy machine, and never beyond what the protocol gives', () => {
    expect(deadlinesFor(5, 1)).to.deep.equal({ resolveMs: 2_800, challengeMs: 1_400 })
    expect(deadlinesFor(32, 1).resolveMs).to.be.greaterThan(deadlinesFor(5, 1).resolveMs)
    expect(deadlinesFor(5, 2).challengeMs).to.be.greaterThan(deadlinesFor(5, 1).challengeMs)
    expect(deadlinesFor(32, 100)).to.deep.equal({ resolveMs: 30_000, challengeMs: 15_000 })
    expect(slownessNow()).to.be.within(1, 4)
  })
})

describe('progress', () => {
  const written = (isTTY: boolean) => {
    const parts: string[] = []
    const stream = { isTTY, columns: 40, write: (text: string) => parts.push(text) > 0 }
    const progress = startProgress(stream as never)
    progress.step('first things')
    progress.say('one happened')
    progress.step('a second step with a title that is longer than the terminal')
    progress.done()
    return parts.join('')
  }

  it('is plain lines where nobody watches a terminal', () => {
    expect(written(false)).to.equal(
      'first things\n  one happened\na second step with a title that is longer than the terminal\n',
    )
  })

  it('redraws its line on a terminal, within its width, and leaves what is done', () => {
    const text = written(true)
    expect(text).to.contain('\u001b[2K').and.contain('✓ first things').and.contain('  one happened\n')
    const drawn = text.split('\u001b[2K').filter((part) => part.includes(' … '))
    expect(drawn).to.not.have.length(0)
    for (const line of drawn) expect(line.trimEnd().length).to.be.at.most(40)
  })
})
