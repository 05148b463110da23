import { expect } from 'chai'
import { diffRules } from '../../../../adapters/rules/index.ts'

const change = (before: string, after: string) => diffRules(before, after).change

describe('shifts', () => {
  it('an adverb may stand before or after what it goes with', () => {
    expect(change('It is solely based on votes.', 'It is based solely on votes.')).to.equal('cosmetic')
    expect(change('If it is definitively known by May.', 'If it is known definitively by May.')).to.equal(
      'cosmetic',
    )
    expect(change('That will not alone suffice.', 'That will not suffice alone.')).to.equal('cosmetic')
  })

  it('but not beyond a negation, nor is any other word an adverb', () => {
    expect(change('It is not legally bound.', 'It is legally not bound.')).to.equal('semantic')
    expect(change('Only goals count here.', 'Goals only count here.')).to.equal('semantic')
    expect(change('If Italy beats us.', 'If beats Italy us.')).to.equal('semantic')
    expect(change('Gulls beat Foxes today.', 'Foxes beat Gulls today.')).to.equal('semantic')
    expect(change('It really is a very long way home.', 'It is a very long way home really.')).to.equal(
      'semantic',
    )
  })
})
