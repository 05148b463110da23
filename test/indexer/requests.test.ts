import { expect } from 'chai'
import { addressIn, choiceIn, idIn, pageIn, statesIn, textIn } from '../../indexer/requests.ts'

const refusal = (read: () => unknown): string => {
  try {
    read()
  } catch (error) {
    return (error as { reason: string }).reason
  }
  return 'taken'
}

describe('what callers ask for', () => {
  it('a page: a place of its own list, and a limit', () => {
    expect(pageIn({}, 1)).to.deep.equal({ after: null, limit: 50 })
    expect(pageIn({ after: '12-7', limit: '100' }, 2)).to.deep.equal({ after: '12-7', limit: 100 })
    for (const query of [
      { limit: '0' },
      { limit: '101' },
      { limit: '1e1' },
      { after: '1' },
      { after: "1-';" },
    ])
      expect(
        refusal(() => pageIn(query, 2)),
        JSON.stringify(query),
      ).to.equal('schema-mismatch')
  })

  it('states and choices by their names', () => {
    expect(statesIn({})).to.deep.equal([])
    expect(statesIn({ state: 'open,window,open' })).to.deep.equal(['open', 'window'])
    expect(refusal(() => statesIn({ state: 'open,closed' }))).to.equal('schema-mismatch')
    expect(choiceIn({}, 'order', ['new', 'old'])).to.equal('new')
    expect(refusal(() => choiceIn({ order: 'x' }, 'order', ['new', 'old']))).to.equal('schema-mismatch')
  })

  it('texts of bounded length, and nothing that a database would not take', () => {
    expect(textIn({ q: ' ' }, 'q')).to.equal(null)
    expect(textIn({ q: 'a\0b' }, 'q')).to.equal('ab')
    expect(refusal(() => textIn({ q: 'x'.repeat(201) }, 'q'))).to.equal('schema-mismatch')
  })

  it('ids and addresses in one spelling; another one names nothing', () => {
    expect([idIn('0', 'market'), idIn('12', 'market')]).to.deep.equal([0, 12])
    for (const text of [undefined, '', '01', '-1', '1e3', '9'.repeat(16)])
      expect(
        refusal(() => idIn(text, 'market')),
        String(text),
      ).to.equal('not-found')
    expect(addressIn(`0x${'AB'.repeat(20)}`)).to.equal(`0x${'ab'.repeat(20)}`)
    expect(refusal(() => addressIn('0x12'))).to.equal('not-found')
  })
})
