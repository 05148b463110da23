import { expect } from 'chai'
import { readDates } from '../../../reading/rule/dates.ts'
import { mainVerb } from '../../../reading/rule/mainVerb.ts'
import { subjectOf } from '../../../reading/rule/subject.ts'
import { scan } from '../../../reading/text/Words.ts'

const of = (title: string) => {
  const words = scan(title)
  const place = subjectOf(words, mainVerb(words), readDates(words, title))
  return place === null ? null : title.slice(place.start, place.end)
}

describe('subjectOf', () => {
  it('B10: is what stands before the verb, whole, with its quotes and points', () => {
    expect(of('Will the Blue Line of the Karmel tram open by June 30?')).to.equal(
      'Blue Line of the Karmel tram',
    )
    expect(of('Will "Paper Comets" be ranked 2nd?')).to.equal('"Paper Comets"')
    expect(of('Will Sable Corp. fail to file?')).to.equal('Sable Corp.')
    expect(of('Will Anna Veld publicly endorse a rival?')).to.equal('Anna Veld')
  })

  it('B10: is what is counted, and not how many of it', () => {
    expect(of('Will more than 150 ships cross the strait by May?')).to.equal('ships')
    expect(of('Will 50 Cent release an album by May?')).to.equal('50 Cent')
    expect(of('Will Over the Moon win by May?')).to.equal('Over the Moon')
  })

  it('is what there may be, and leaves out the day', () => {
    expect(of('Will there be a ceasefire between Aldova and Dellmark by May?')).to.equal(
      'ceasefire between Aldova and Dellmark',
    )
    expect(of('Will GDP growth of Norland in Q1 2027 be above 1%?')).to.equal('GDP growth of Norland')
    expect(of('')).to.equal(null)
  })
})
