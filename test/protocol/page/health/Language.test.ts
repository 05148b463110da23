import { expect } from 'chai'
import { languageOf } from '../../../../protocol/page/health/Language.ts'

describe('Language', () => {
  it('knows other languages by their small words', () => {
    const texts = {
      fr: 'Le conseil municipal a décidé mardi soir que le pont sera ouvert pour une année de plus, et que les travaux ne seront pas payés par la ville.',
      es: 'El consejo decidió el martes que el puente se queda abierto por un año más, y que las obras no se pagan con el dinero de la ciudad.',
      nl: 'De raad heeft dinsdag besloten dat de brug een jaar langer open is en dat het werk niet met geld van de stad wordt betaald, zo zegt de voorzitter.',
    }
    for (const [name, text] of Object.entries(texts)) expect(languageOf(text)).to.equal(name)
  })

  it('knows other scripts', () => {
    expect(languageOf('Городской совет решил во вторник оставить мост открытым')).to.equal('other')
    expect(languageOf('市議会は火曜日の夜、橋をもう一年開放することを賛成多数で決定した。')).to.equal('other')
    expect(languageOf('Tokyo (東京) is open.')).to.equal(null)
  })

  it('a text without small words, or with few words, is in no language', () => {
    expect(languageOf('Ribera Solano Montaraz Puerto Viejo Calera '.repeat(20))).to.equal(null)
    expect(languageOf('Le pont est ouvert')).to.equal(null)
    expect(languageOf('')).to.equal(null)
  })

  it('English with foreign names and quotations is English', () => {
    const text =
      'The council of La Paz and the mayor of Los Altos said on Tuesday that the bridge over the Rio de la Plata is to stay open for a year. “El puente es de la ciudad”, he said.'
    expect(languageOf(text)).to.equal('en')
  })

  it('letters within addresses and lists of letters are no words', () => {
    const addresses = Array.from({ length: 60 }, (_, i) => `0xde${i}a${i}e`).join(' ')
    expect(languageOf(addresses)).to.equal(null)
    expect(languageOf('a e o W D L '.repeat(20))).to.equal(null)
  })
})
