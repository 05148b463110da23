import { expect } from 'chai'
import { isAbout, keywords, mentions } from '../../../reading/text/keywords.ts'

describe('keywords', () => {
  it('finds the names and the deed in the question’s own words', () => {
    const words = keywords(
      'Will Aldermoor Systems announce an acquisition of Brightquay Robotics before March 31, 2026?',
    )
    expect(words).to.deep.equal({ names: ['Aldermoor Systems', 'Brightquay Robotics'], stems: ['acqui'] })
    const [company, anyone] = ['Newsroom of Aldermoor', 'Wire service']
    expect(isAbout(words, 'ALDERMOOR TO ACQUIRE BRIGHTQUAY', anyone)).to.equal(true)
    expect(isAbout(words, 'We have agreed to acquire Brightquay', company)).to.equal(true)
    expect(isAbout(words, 'We have agreed to acquire Brightquay', anyone)).to.equal(false)
    expect(isAbout(words, 'Aldermoor acquires Pell Dairy', company)).to.equal(false)
    expect(isAbout(words, 'Aldermoor and Brightquay extend their partnership', company)).to.equal(false)
  })

  it('is strict about what decides, and generous about what may be a mention', () => {
    const words = keywords('Will Ada Lovelace win the Turing Prize?')
    expect(words).to.deep.equal({ names: ['Ada Lovelace', 'Turing Prize'], stems: ['win'] })
    const page = 'Lovelace wins this prize'
    expect(isAbout(words, page, '')).to.equal(false)
    expect(mentions(words, page, '')).to.equal(true)
    expect(mentions(words, 'Lovelace and a prize in winter', '')).to.equal(true)
    expect(mentions(words, 'Lovelace spoke of a prize', '')).to.equal(false)
  })

  it('never takes a passage for decisive where the question names nobody', () => {
    expect(isAbout(keywords('will it rain?'), 'it will rain', '')).to.equal(false)
  })

  it('keeps together what is written together', () => {
    const names = (text: string) => keywords(text).names
    expect(names('Will Coca-Cola, AT&T or O’Neill sue?')).to.deep.equal(['Coca-Cola', 'AT&T', 'O’Neill'])
    expect(names('Will the U.S. Senate vote?')).to.deep.equal(['U.S Senate'])
    expect(keywords('Will it rise by 1.10ºC, or cost US$100,000?')).to.deep.equal({
      names: ['US'],
      stems: ['rise', '1.10º', 'cost'],
    })
  })

  it('reads the words of an address', () => {
    expect(keywords('Will https://news.example/Ada resign?')).to.deep.equal({
      names: ['Ada'],
      stems: ['https', 'news.', 'resig'],
    })
  })

  it('finds a deed only where a word begins with it', () => {
    const words = { names: [], stems: ['acqui'] }
    for (const text of [
      'ACQUIRED',
      'they acquire',
      'it (re)acquires',
      "l'acquisition",
      'https://a.example/acquired',
    ])
      expect(mentions(words, text, ''), text).to.equal(true)
    for (const text of ['', 'reacquire', '5acquire', 'acqu ire'])
      expect(mentions(words, text, ''), text).to.equal(false)
    expect(mentions({ names: [], stems: ['co-fo'] }, 'a co-founder', '')).to.equal(false)
  })
})
