import { expect } from 'chai'
import { readAuthorities } from '../../../reading/rule/authorities.ts'
import { scan } from '../../../reading/text/Words.ts'

const of = (text: string) => {
  const words = scan(text)
  return readAuthorities(words).map(({ at, count }) =>
    text.slice(words[at]!.start, words[at + count - 1]!.end),
  )
}

describe('readAuthorities', () => {
  it('names those whose word a rule takes', () => {
    expect(of('according to official information from the Government of South Korea.')).to.deep.equal([
      'Government of South Korea',
    ])
    expect(of('as announced by Taylor Swift and/or Travis Kelce today')).to.deep.equal([
      'Taylor Swift and/or Travis Kelce',
    ])
    expect(of('a statement by the Trump administration counts')).to.deep.equal(['Trump administration'])
    expect(of('data from the government of Norland')).to.deep.equal(['government of Norland'])
  })

  it('takes a day for no one, nor a number, nor small words', () => {
    expect(of('announced by December 31')).to.deep.equal([])
    expect(of('reported by 5 people')).to.deep.equal([])
    expect(of('reported by credible media')).to.deep.equal([])
    expect(of('reported by')).to.deep.equal([])
  })

  it('ends a name with its sentence', () => {
    expect(of('reported by the Fed. Markets follow.')).to.deep.equal(['Fed'])
  })

  it('S4-86: a name of many words is cut', () => {
    const words = scan(`reported by ${'Ann '.repeat(40)}`)
    expect(readAuthorities(words)[0]!.count).to.equal(12)
  })
})
