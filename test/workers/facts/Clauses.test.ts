import { expect } from 'chai'
import { clausesOf } from '../../../workers/facts/Clauses.ts'

describe('clausesOf', () => {
  it('reads what leads to Yes and what leads to No, before the outcome or behind it', () => {
    const rules =
      'This market will resolve to "Yes" if the court lifts the ban. If the court upholds it, this market resolves No.'
    expect(clausesOf(rules)).to.deep.equal({
      yes: ['the court lifts the ban.'],
      no: ['the court upholds it'],
    })
  })

  it('reads two outcomes of one sentence, and a happening that is a subject', () => {
    const { yes, no } = clausesOf(
      'Resolves to Yes if Alder wins, and to No if Tolland wins. A draw resolves No.',
    )
    expect(yes[0]).to.match(/^Alder wins/)
    expect(no).to.deep.equal(['Tolland wins.', 'A draw'])
  })

  it('takes no clause from "otherwise"', () => {
    expect(clausesOf('Otherwise, this market will resolve to "No".')).to.deep.equal({ yes: [], no: [] })
  })
})
