import { expect } from 'chai'
import { isSameName } from '../../../../adapters/rules/diff/names.ts'

const same = (old: string, now: string, ...title: string[]) => isSameName(old, now, new Set(title))

describe('isSameName', () => {
  it('a letter makes another name', () => {
    for (const [old, now] of [
      ['jensen', 'jansen'],
      ['browne', 'brown'],
      ['johnson', 'johnston'],
      ['brain', 'brian'],
      ['iran', 'iraq'],
    ] as const)
      expect(same(old, now), `${old} ${now}`).to.equal(false)
  })

  it('unless the title has it so', () => {
    expect(same('jensen', 'jansen', 'will', 'jansen', 'win')).to.equal(true)
    expect(same('jensen', 'jansen', 'jensen', 'jansen')).to.equal(false)
    expect(same('myrnohard', 'myrnohrad', 'myrnohrad')).to.equal(true)
  })

  it('or what stood there is not a word, and what stands there is an office or has two letters set right', () => {
    expect(same('republcian', 'republican')).to.equal(true)
    expect(same('goverment', 'government')).to.equal(true)
    expect(same('goldmen', 'goldman')).to.equal(false)
  })
})
