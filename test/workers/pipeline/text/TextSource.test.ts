import { expect } from 'chai'
import fc from 'fast-check'
import { acquisitionScenario, text } from '../../../../cli/commands/worker/acquisition.ts'
import {
  appliesTo,
  configIn,
  policyOf,
  textConfig,
  textSource,
  toAllowed,
  toRequirement,
} from '../../../../workers/pipeline/text/TextSource.ts'

describe('TextSource', () => {
  it('keeps in the spec all that judging needs, and finds it there again', () => {
    for (const source of text.sources) {
      const allowed = toAllowed(source, text.admit)
      expect(policyOf(allowed)).to.deep.equal({
        class: source.class,
        admitted: source.class !== 'secondary',
        ...(source.completeFor === undefined ? {} : { completeFor: source.completeFor }),
        description: source.description,
      })
    }
  })

  it('finds any description and any promise of completeness again', () => {
    const words = fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme-ascii' })
    fc.assert(
      fc.property(words, words, (completeFor, description) => {
        const given = { id: 's', url: 'https://a.example/', class: 'wire', description, completeFor }
        expect(policyOf(toAllowed(textSource.parse(given), ['wire']))).to.deep.equal({
          class: 'wire',
          admitted: true,
          completeFor,
          description,
        })
      }),
    )
  })

  it('refuses addresses that are not http, and descriptions that are none of ours', () => {
    expect(
      textSource.safeParse({ id: 's', url: 'file:///etc/passwd', class: 'wire', description: 'x' }).success,
    ).to.equal(false)
    expect(policyOf({ source_id: 's', provider: 'web', description: 'a page', max_tier: 3 })).to.equal(null)
    expect(textConfig.safeParse({ sources: [] }).success).to.equal(false)
    const market = { allowed_sources: [], min_provenance_tier: 3 }
    expect(configIn({ market, data_requirements: [{ requirement_id: 'x' }] } as never)).to.equal(null)
  })

  it('S2-23: applies to all questions, or to those with one of its words', () => {
    const [edgar, , wire] = text.sources
    expect(appliesTo(wire!, 'Will it rain?')).to.equal(true)
    expect(appliesTo(edgar!, 'Will ALDERMOOR buy it?')).to.equal(true)
    expect(appliesTo(edgar!, 'Will it rain?')).to.equal(false)
  })

  it('S2-12: fetches its own address, for the window it is given', () => {
    const window = { from: 1, to: 2 }
    const requirement = toRequirement(text.sources[1]!, window)
    expect(requirement).to.deep.include({
      requirementId: 'newsroom',
      provider: 'web',
      asset: 'https://newsroom.aldermoor.example/rss.xml',
      window,
    })
  })

  it('finds in a spec the sources and the admitted classes it was compiled from, but for the topics', async () => {
    const { prompt_spec } = (await acquisitionScenario('silent')).answered.proof!
    expect(configIn(prompt_spec)).to.deep.equal({
      sources: text.sources.map((source) => ({ ...source, topics: [] })),
      admit: ['primary', 'wire'],
    })
    const [first, ...rest] = prompt_spec.data_requirements
    const data_requirements = [{ ...first!, description: 'file:///etc/passwd' }, ...rest]
    expect(configIn({ ...prompt_spec, data_requirements })).to.equal(null)
  })
})
