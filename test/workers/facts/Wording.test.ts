import { expect } from 'chai'
import { mannerOf } from '../../../workers/facts/Wording.ts'

const manner = (text: string) => mannerOf(text, text)

describe('mannerOf', () => {
  it('S2-113: tells plans, conditions, rumours and questions by their words', () => {
    expect(manner('The yard will close in May.')).to.equal('PLANNED')
    expect(manner('The yard plans to close.')).to.equal('PLANNED')
    expect(manner('Alder is in talks to acquire the yard.')).to.equal('PLANNED')
    expect(manner('The yard could close in May.')).to.equal('CONDITIONAL')
    expect(manner('The yard reportedly closed.')).to.equal('RUMOURED')
    expect(manner('Alder are understood to have struck a deal.')).to.equal('RUMOURED')
    expect(manner('Has the yard closed?')).to.equal('ASKED')
  })

  it('takes what is stated before a plan for stated', () => {
    expect(manner('Alder signed an agreement under which it will take over the yard.')).to.equal(null)
    expect(manner('The festival will not take place.')).to.equal(null)
    expect(manner('The yard closed on May 3.')).to.equal(null)
  })

  it('hears the rumour in the sentence around a short quote', () => {
    expect(mannerOf('nothing is signed', 'Sources close to the club say nothing is signed')).to.equal(
      'RUMOURED',
    )
  })
})
