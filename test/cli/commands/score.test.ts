import { expect } from 'chai'
import { Score } from '../../../protocol/index.ts'
import { runHere } from '../../helpers/callCommand.ts'

const score = (args: string[], input: string) => runHere(['score', ...args], { input })

const reply = {
  determination: true,
  confidence: 0.9,
  evidence:
    'Rosenborg won 3-1 against Viking on May 11 [1]. The match report of Rosenborg confirms that [2].',
  sources: ['https://www.uefa.com/a', 'https://www.reuters.com/b'],
}
const citation = { url: 'https://www.uefa.com/a', quote: 'Rosenborg 3-1 Viking, May 11', verdict: 'p' }
const line = { id: 7, question: 'Did Rosenborg beat Viking on May 11?', reply, citations: [citation] }
const jsonLines = (...values: unknown[]) => values.map((value) => JSON.stringify(value)).join('\n')

describe('cresolver score', () => {
  it('S1-16 … S1-27: answers each line, in order, with 8 dimensions, 3 scores, the composite and why', async () => {
    const { status, lines } = await score([], jsonLines(line, { ...line, id: 'b' }))
    expect(status).to.equal(0)
    const [first, second] = lines()
    expect(second).to.deep.equal({ ...first, id: 'b' })
    expect(first.id).to.equal(7)
    expect(Object.keys(first.dimensions)).to.deep.equal([...Score.dimensions])
    expect(first).to.include(Score.aggregate(first.dimensions))
    expect(first.composite_hundredths).to.equal(Score.composite(first.dimensions))
    expect(first.composite).to.equal(first.composite_hundredths / 100)
    expect(first.reasons[0]).to.have.all.keys('dimension', 'rule', 'points', 'note')
    expect(first.flags).to.deep.equal([])
  })

  it('SPEC §9: takes an absent confidence for 0.5, and no challenges for nobody asked', async () => {
    const { confidence: _, ...silent } = reply
    const [absent, half] = (
      await score(
        [],
        jsonLines({ ...line, reply: silent }, { ...line, reply: { ...reply, confidence: 0.5 } }),
      )
    ).lines()
    expect(absent).to.deep.equal(half)
    expect(absent.dimensions.collaboration).to.equal(50)
  })

  it('SPEC §9: reads a recorded solver answer as it reads the line made from it', async () => {
    const recorded = (recommendation: string) => ({
      id: 7,
      question: line.question,
      answer_text: reply.evidence,
      urls: reply.sources,
      recommendation,
    })
    const made = (determination: boolean, outcome?: string) => ({
      ...line,
      citations: [],
      is_exempt: true,
      reply: { ...reply, confidence: 0.5, determination, outcome },
    })
    const [p1, p2, p3, p4] = (await score([], jsonLines(...['p1', 'p2', 'p3', 'p4'].map(recorded)))).lines()
    const [no, yes, invalid] = (
      await score([], jsonLines(made(false), made(true), made(false, 'INVALID')))
    ).lines()
    expect([p1, p2, p3, p4]).to.deep.equal([no, yes, invalid, invalid])
    expect(p3.flags).to.include('undecided')
  })

  it('S1-44 SPEC §4: takes what others found of its citations, and finds out where they lead', async () => {
    const { citations: _, ...old } = line
    const with_ = (verdict: string, question = line.question) => ({
      ...line,
      question,
      citations: [{ ...citation, verdict }],
    })
    const named = `${line.question}\nThe resolution source is uefa.com.`
    const [none, failed, open, passed, best] = (
      await score([], jsonLines(old, with_('f'), with_('o'), with_('p'), with_('p', named)))
    ).lines()
    expect([none, failed, open].map(({ src_quality }) => src_quality)).to.deep.equal([0, 0, 1])
    expect(none.flags).to.include('unbacked')
    expect(failed.flags).to.include('failed-citation')
    expect(failed.composite).to.be.below(none.composite)
    expect(open.composite).to.be.above(none.composite)
    expect(passed.composite).to.be.above(open.composite)
    expect(best.dimensions.source_quality).to.be.above(passed.dimensions.source_quality)
    const reasons = passed.reasons.filter(
      ({ dimension }: { dimension: string }) => dimension === 'source_quality',
    )
    expect(reasons.map(({ rule }: { rule: string }) => rule)).to.deep.equal(['reproduced', 'on-topic'])
  })

  it('SPEC §4: takes a counted check and an answer that nobody could check', async () => {
    const bare = { ...line, citations: [] }
    const [checked, exempt] = (
      await score([], jsonLines({ ...bare, is_manual: false, best_tier: 0 }, { ...bare, is_exempt: true }))
    ).lines()
    expect(checked.dimensions).to.include({ source_quality: 100, evidence_strength: 100, timeliness: 100 })
    expect(exempt.src_quality).to.equal(1)
  })

  it('gives a bad line an error with what is wrong, and goes on', async () => {
    const bad = {
      id: 'x',
      question: 'Q?',
      reply: { ...reply, confidence: 2, sources: 'none' },
      citations: [{ ...citation, verdict: 'x' }],
    }
    const { status, lines } = await score([], `${jsonLines(line, bad)}\n{"id": 3,\n${jsonLines(line)}`)
    expect(status).to.equal(0)
    const [first, second, third, last] = lines()
    expect(second).to.include({ id: 'x', error: 'Cli.NotAnAnswer' })
    expect(second.message)
      .to.contain('reply.confidence')
      .and.contain('reply.sources')
      .and.contain('citations.0.verdict')
    expect(third).to.have.property('error')
    expect(last).to.deep.equal(first)
    expect((await score(['--strict'], jsonLines(line, bad))).status).to.equal(1)
    expect((await score([], JSON.stringify(bad))).status).to.equal(1)
    expect((await score([], '')).status).to.equal(1)
  })

  it('S1-39: explains for eyes, and stays JSON when --json asks for it', async () => {
    const { stdout, status } = await score(['--explain'], JSON.stringify(line))
    expect(status).to.equal(0)
    expect(stdout).to.match(/^7: composite \d+\.\d\d /)
    for (const name of Score.dimensions) expect(stdout).to.contain(`${name} `)
    expect(stdout).to.contain('+80 decided')
    const json = (await score(['--explain', '--json'], JSON.stringify(line))).lines()
    expect(json).to.deep.equal((await score([], JSON.stringify(line))).lines())
    const bad = await score(['--explain'], jsonLines(line, { id: 1 }))
    expect(bad.status).to.equal(1)
    expect(bad.stdout).to.contain('not an answer that can be scored')
  })

  it('refuses an unknown flag with exit code 2', async () => {
    expect((await score(['--frobnicate'], '')).status).to.equal(2)
  })
})
