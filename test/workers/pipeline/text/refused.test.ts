import { expect } from 'chai'
import type { FactStep } from '../../../../workers/pipeline/text/audit.ts'
import { refused } from '../../../../workers/pipeline/text/refused.ts'

const stated = (id: string, change: Partial<FactStep>) => ({
  id,
  fact: { page: 'a', quote: id, codes: [], bears: 'YES', ...change } as unknown as FactStep,
})

describe('refused', () => {
  it('says why a passage does not count, by its first code', () => {
    const facts = [stated('one', { codes: ['PLANNED', 'UNTIED'] }), stated('two', { codes: ['NEW_CODE'] })]
    expect(refused(facts, [])).to.deep.equal([
      { page: 'a', why: 'the passage tells of a plan or an expectation' },
      { page: 'a', why: 'NEW_CODE' },
    ])
  })

  it('says of the others that they answer neither way, or that one reader alone has them', () => {
    expect(
      refused([stated('one', { bears: null }), stated('two', {})], []).map(({ why }) => why),
    ).to.deep.equal(['it answers neither way', 'only one of two readers found it so'])
  })

  it('leaves out what decides, what stands nowhere, and what was said already', () => {
    const decides = stated('one', {})
    const absent = stated('two', { page: 'none' })
    const [third, again] = [stated('three', { codes: ['ASKED'] }), stated('four', { codes: ['ASKED'] })]
    expect(refused([decides, absent, third, again], [decides])).to.have.length(1)
  })
})
