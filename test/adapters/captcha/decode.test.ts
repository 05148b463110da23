import { expect } from 'chai'
import fc from 'fast-check'
import { decode, type Token } from '../../../adapters/captcha/decode.ts'
import { readGlyphs } from '../../../adapters/captcha/Glyph.ts'
import { lexicon } from '../../../adapters/captcha/lexicon.ts'

const read = (text: string): Token[] => decode(readGlyphs(text))
const words = (text: string): string =>
  read(text)
    .map(({ entry, digits, start, end }) => entry?.word ?? (digits || `<${text.slice(start, end)}>`))
    .join(' ')

describe('decode', () => {
  it('reads words through case, signs, doubled letters and gaps', () => {
    expect(words('tHi]R~tYy nEw-TonS')).to.equal('thirty newtons')
    expect(words('lo bster sw ims')).to.equal('lobster swims')
  })

  it('parts words that run together', () => {
    expect(words('thirtynewtons')).to.equal('thirty newtons')
    expect(words('findthetotal')).to.equal('find the total')
  })

  it('finds no number inside a longer word', () => {
    expect(words('intense fights often')).to.not.match(/ten |eight/)
    expect(words('someone')).to.equal('someone')
  })

  it('mends a wrong letter', () => {
    expect(words('thirtu nwetons')).to.equal('thirty newtons')
    expect(words('velawcitee')).to.equal('velocity')
  })

  it('leaves letters that are no word, and numbers in digits, as they are', () => {
    expect(words('xqzv 42 claws')).to.equal('<xqzv> 42 claws')
    expect(read('42')[0]).to.include({ entry: null, digits: '42', start: 0, end: 2 })
    expect(read('')).to.deep.equal([])
  })

  it('says where a token stands, what is before it, and how many letters it has', () => {
    const [, token] = read('a, sEe~Ven')
    expect(token).to.include({ start: 3, end: 10, gap: 'clause', before: ', ', letters: 5 })
  })

  it('names the number that a misspelt one could nearly as well be', () => {
    expect(read('sixteen').map(({ rival }) => rival)).to.deep.equal([null])
    expect(read('forten')[0]!.rival).to.not.equal(null)
  })

  it('reads every plain word of its lexicon as one token that means the same', () => {
    for (const word of ['seventeen', 'newtons', 'accelerates', 'remaining', 'twice', 'hundred'])
      expect(read(word).map(({ entry }) => entry)).to.deep.equal([lexicon.get(word)])
  })

  it('reads all glyphs of any text, in order, and reads it always alike', () => {
    const some = fc.array(fc.constantFrom(...'aeinotsvwxrfh', ' ', ',', '-', '4'), { maxLength: 60 })
    fc.assert(
      fc.property(some, (letters) => {
        const text = letters.join('')
        const [glyphs, tokens] = [readGlyphs(text), read(text)]
        expect(tokens.at(0)?.start).to.equal(glyphs.at(0)?.start)
        expect(tokens.at(-1)?.end).to.equal(glyphs.at(-1)?.end)
        tokens.slice(1).forEach(({ start }, i) => {
          expect(start).to.be.at.least(tokens[i]!.end)
        })
        expect(read(text)).to.deep.equal(tokens)
      }),
      { numRuns: 50 },
    )
  })
})
