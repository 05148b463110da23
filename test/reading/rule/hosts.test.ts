import { expect } from 'chai'
import { bareHosts } from '../../../reading/rule/hosts.ts'
import { scan } from '../../../reading/text/Words.ts'

const of = (text: string) => {
  const words = scan(text)
  return [...bareHosts(words)].map(({ at, count, domain }) => [
    domain,
    text.slice(words[at]!.start, words[at + count - 1]!.end),
  ])
}

describe('bareHosts', () => {
  it('finds host names without a scheme, where they stand', () => {
    expect(of('See Billboard.com and stats.example.org, please.')).to.deep.equal([
      ['billboard.com', 'Billboard.com'],
      ['example.org', 'stats.example.org'],
    ])
  })

  it('takes two sentences without a blank between them for two sentences', () => {
    expect(of('It was the vote.In May it rains.')).to.deep.equal([])
    expect(of('They met.Then it rained.')).to.deep.equal([])
    expect(of('by vote.in now')).to.deep.equal([['vote.in', 'vote.in']])
  })

  it('finds none in initials, numbers or across blanks', () => {
    for (const text of ['U.S. news', '3.14', 'end. com', '', 'a.b']) expect(of(text), text).to.deep.equal([])
  })
})
