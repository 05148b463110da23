import { expect } from 'chai'
import { keywords } from '../../../reading/text/keywords.ts'

describe('keywords', () => {
  it('finds the names in the question’s own words', () => {
    const words = keywords(
      'Will Aldermoor Systems announce an acquisition of Brightquay Robotics before March 31, 2026?',
    )
    expect(words).to.deep.equal({ names: ['Aldermoor Systems', 'Brightquay Robotics'] })
  })

  it('keeps together what is written together', () => {
    const names = (text: string) => keywords(text).names
    expect(names('Will Coca-Cola, AT&T or O’Neill sue?')).to.deep.equal(['Coca-Cola', 'AT&T', 'O’Neill'])
    expect(names('Will the U.S. Senate vote?')).to.deep.equal(['U.S Senate'])
    expect(names('Will it rise by 1.10ºC, or cost US$100,000?')).to.deep.equal(['US'])
  })

  it('reads the words of an address', () => {
    expect(keywords('Will https://news.example/Ada resign?')).to.deep.equal({ names: ['Ada'] })
  })
})
