import { expect } from 'chai'
import { isEnglish } from '../../../reading/text/language.ts'
import { scan } from '../../../reading/text/Words.ts'

const of = (text: string) => isEnglish(scan(text))

describe('isEnglish', () => {
  it('B10: knows other languages by their script and their small words', () => {
    for (const text of [
      'Wird die Regierung von Nordland bis zum 31. Dezember 2027 zurücktreten?',
      'La présidente de Nordland va-t-elle démissionner avant le 1er juin ?',
      '¿Ganará Mora Lind las elecciones de Orvalle?',
      'Il governo di Nordland si dimetterà entro il 3 maggio?',
      'Станет ли Мора Линд президентом до 1 мая 2027?',
      '모라 린드가 대통령이 될까?',
    ])
      expect(of(text), text).to.equal(false)
  })

  it('knows a longer text of any other language by the English words it lacks', () => {
    const text =
      'Nordlandin hallitus eroaa ennen toukokuun loppua, mikäli eduskunta hylkää talousarvion kokonaan eikä uutta esitystä anneta ajoissa lainkaan vielä.'
    expect(of(text)).to.equal(false)
  })

  it('takes names, lists and titles of matches for English', () => {
    for (const text of [
      'Lakers vs. Celtics',
      'Spread: Colts (-6.5)',
      'Will the party "Die Mitte" win the Orvalle canton vote?',
      'Will Los Angeles win?',
      'Real Madrid vs. Inter',
      '',
    ])
      expect(of(text), text).to.equal(true)
  })
})
