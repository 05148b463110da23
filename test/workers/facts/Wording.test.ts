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

  it('a word of a name is neither plan nor condition', () => {
    expect(manner('Plan Ostby named Iva Reed its director.')).to.equal(null)
    expect(manner('Target of Norra closed four shops.')).to.equal(null)
    expect(manner('The prize went to Hope Lindqvist of IF Norra.')).to.equal(null)
    expect(mannerOf('The Would Be Band won.', 'The Would Be Band won.', ['Would Be Band'])).to.equal(null)
    expect(manner('May Lindqvist scored as Norra beat Ostby.')).to.equal(null)
  })

  it('the same words with capitals for other reasons are', () => {
    expect(manner('If Norra won, Ostby fell.')).to.equal('CONDITIONAL')
    expect(manner('Plans for the pier were shown.')).to.equal('PLANNED')
    expect(manner('Ostby Council Plans New Pier')).to.equal('PLANNED')
    expect(manner('COUNCIL WILL BUILD NEW PIER')).to.equal('PLANNED')
  })

  it('hears the rumour in the sentence around a short quote', () => {
    expect(mannerOf('nothing is signed', 'Sources close to the club say nothing is signed')).to.equal(
      'RUMOURED',
    )
  })
})
