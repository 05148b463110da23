import { expect } from 'chai'
import fc from 'fast-check'
import { Question } from '../../protocol/index.ts'
import { benchReferenceParser, extractReference } from '../../scripts/bench/referenceParser.ts'
import { question } from '../helpers/questions.ts'
import { runReference } from '../helpers/referenceParser.ts'
import { skipFor } from '../helpers/skip.ts'

type Legacy = Record<string, unknown>

/** What the original parser is known to lose or to break, by the ruling that says so. */
const faults: Record<string, (tag: string, ours: unknown) => boolean> = {
  C41: (tag, ours) => tag !== 'rule' && typeof ours === 'string' && ours.includes(':'),
  C42: (tag) => tag === 'picture',
  C43: (tag, ours) => tag !== 'rule' && typeof ours === 'string' && ours.includes('\n'),
}

describe('the original Python parser', () => {
  it('S0-28 C40: agrees on every field that it keeps', function () {
    const texts = fc.sample(question, { numRuns: 400, seed: 42 }).map((value) => Question.format(value))
    const reference = runReference(texts)
    if ('skipped' in reference) skipFor(this, reference.skipped)
    let compared = 0
    texts.forEach((text, i) => {
      const theirs = reference.results[i] as Legacy
      const ours = Question.toLegacy(Question.parse(text)) as Legacy
      for (const [tag, value] of Object.entries(ours)) {
        if (Object.values(faults).some((applies) => applies(tag, value))) continue
        expect(theirs[tag], text).to.deep.equal(tag === 'rule' ? withoutSource(value) : value)
        compared++
      }
    })
    expect(compared).to.be.greaterThan(800)
  })

  it('C40 C41 C42 C43 C44 C45 C46 C47 C48: still has the faults that are ruled on', function () {
    const reference = runReference([
      '§question Q\n§rule\nsource:manual\n§§source creator:x',
      '§question At 16:00?',
      '§picture https://x/a.png',
      '§question Will it\nhappen?',
      '§question A?\n§question B?\n§§source creator:x\n§rule\nx',
      '§rule\nsource:manual\nsource:coingecko:bitcoin',
      '§question Q\n  §rule',
      '§question A\u2028§rule',
      'Â§question Q',
    ])
    if ('skipped' in reference) skipFor(this, reference.skipped)
    expect(reference.results).to.deep.equal([
      { question: 'Q', rule: { source: 'manual' } },
      { question: { 'At 16': '00?' } },
      { picture: { https: '//x/a.png' } },
      { question: { _text: 'happen?' } },
      null,
      { rule: { source: 'coingecko:bitcoin' } },
      { question: { _text: '  §rule' } },
      { question: 'A' },
      {},
    ])
  })

  it('is measured, or it is said why not', function () {
    expect(benchReferenceParser(undefined, ['x'])).to.deep.equal({ skipped: 'CRESOLVER_SEEDS is not set' })
    expect(benchReferenceParser('/nowhere', ['x'])).to.deep.equal({
      skipped: 'there is no 000-aap-v2.md in /nowhere',
    })
    const reference = extractReference(process.env.CRESOLVER_SEEDS)
    if ('skipped' in reference) skipFor(this, reference.skipped)
    const result = benchReferenceParser(process.env.CRESOLVER_SEEDS, ['§question Q\n§rule\nsource:manual'])
    expect(result).to.have.property('perSecond').greaterThan(0)
  })
})

function withoutSource(rule: unknown): unknown {
  const { __source: _, ...rest } = rule as Legacy
  return rest
}
