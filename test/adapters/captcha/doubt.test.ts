import { expect } from 'chai'
import { doubtOf } from '../../../adapters/captcha/doubt.ts'
import { tokensOf } from './reading.ts'

const doubt = (text: string): string | null => doubtOf(tokensOf(text), text)

describe('doubtOf', () => {
  it('has none of a plain problem', () => {
    for (const text of [
      'a claw of thirty newtons gains twelve newtons, what is the force?',
      'it slows by fourteen when it hits a rock, and had one hundred and five, how fast is it?',
      'a thousand eggs and a hundred more, how many eggs?',
      'what is 40 + 2?',
    ])
      expect(doubt(text), text).to.equal(null)
  })

  it('has one of a number that could be another', () => {
    expect(doubt('a claw of forten newtons')).to.match(/^"forten" could be .+ or .+$/)
    expect(doubt('a claw of sxvty newtons')).to.match(/^"sxvty" could be/)
  })

  it('has one of two numbers with nothing between, but not across a clause or a sign', () => {
    expect(doubt('twenty thirty newtons')).to.equal('"thirty" follows another number with nothing between')
    expect(doubt('twenty, thirty newtons')).to.equal(null)
    expect(doubt('twenty * thirty newtons')).to.equal(null)
  })

  it('has one of letters before a digit that may have been tens', () => {
    expect(doubt('a claw of txkdq three newtons')).to.equal('"txkdq" may be a part of the number after it')
    expect(doubt('it gains for ten newtons, it gains by for ten newtons')).to.equal(
      '"for" may be a part of the number after it',
    )
    expect(doubt('the force of seventh ten newtons')).to.equal(
      '"seventh" may be a part of the number after it',
    )
  })

  it('has one of a hundred of which nothing says how many', () => {
    expect(doubt('it has several hundred newtons')).to.equal('"several" stands where it should say how many')
    expect(doubt('it has a hundred newtons')).to.equal(null)
  })

  it('has one of a point without its digits, and of parts of a whole', () => {
    expect(doubt('it has four point newtons')).to.equal('"point" stands where a part of a number is lost')
    expect(doubt('it loses two thirds of it')).to.equal('"thirds" makes a fraction of the number before it')
  })

  it('has one of words that may have been a digit or a sign', () => {
    expect(doubt('it has twenty there newtons')).to.equal('"there" may be a part of the number before it')
    expect(doubt('it has twenty tides five')).to.equal('"tides" may be a part of the number before it')
    expect(doubt('it has twenty of newtons')).to.equal('"of" may be a part of the number before it')
    expect(doubt('it has twenty newtons of force')).to.equal(null)
  })
})
