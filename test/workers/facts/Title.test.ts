import { expect } from 'chai'
import { readTitle } from '../../../workers/facts/Title.ts'

describe('readTitle', () => {
  it('cuts "Will S V O by D?" into its parts', () => {
    expect(readTitle('Will Graniteport complete its sale of Lakeland Rail by June 30?')).to.deep.equal({
      subject: 'Graniteport',
      predicate: 'complete its sale of Lakeland Rail',
      rest: 'its sale of Lakeland Rail',
    })
    expect(readTitle('Will the clock tower be demolished by November 30?').predicate).to.equal(
      'be demolished',
    )
    expect(readTitle("Will Quaychain's Basalt upgrade go live by April 30?").predicate).to.equal('go live')
  })

  it('reads what stands behind a colon, and titles that are no sentence', () => {
    expect(readTitle('Gulls vs. Iron: Will the Gulls win on January 24?').subject).to.equal('the Gulls')
    expect(readTitle('FoundryMesh v3 public launch by February 28?')).to.include({ predicate: 'launch' })
  })
})
