import { expect } from 'chai'
import fc from 'fast-check'
import type { Issue } from '../../../protocol/index.ts'
import * as Character from '../../../protocol/question/Character.ts'

function check(text: string, limit = 2_048): Issue.Issue[] {
  const issues: Issue.Issue[] = []
  Character.check(text, issues, limit)
  return issues
}
const codes = (text: string) => check(text).map(({ code }) => code)
const places = (text: string, limit?: number) =>
  check(text, limit).map(({ code, line, column }) => `${code} ${line}:${column}`)

describe('Character', () => {
  it('C47: refuses byte order marks, zero-width and bidirectional characters, and tag characters', () => {
    const hidden = [
      '\ufeff',
      '\u200b',
      '\u200c',
      '\u200d',
      '\u200e',
      '\u202e',
      '\u2066',
      '\u00ad',
      '\u2060',
      '\u{e0041}',
    ]
    for (const character of hidden) {
      expect(places(`§a x${character}y`), JSON.stringify(character)).to.deep.equal([
        'INVISIBLE_CHARACTER 1:5',
      ])
    }
    expect(codes('§a x\u{1f3b2}\ufe0f')).to.deep.equal([])
  })

  it('C48: refuses what was no UTF-8, and what can be none', () => {
    expect(places('§a \ufffd')).to.deep.equal(['REPLACEMENT_CHARACTER 1:4'])
    expect(places('§a \ud83c')).to.deep.equal(['LONE_SURROGATE 1:4'])
    expect(places('§a \udfb2\ud83c')).to.deep.equal(['LONE_SURROGATE 1:4', 'LONE_SURROGATE 1:5'])
  })

  it('C48: wants normal form C', () => {
    expect(places('§a x\n§b cafe\u0301')).to.deep.equal(['NOT_NFC 2:7'])
    expect(codes('§b caf\u00e9')).to.deep.equal([])
    expect(places('§a \u212b')).to.deep.equal(['NOT_NFC 1:4'])
  })

  it('C47: refuses characters without a glyph at the ends of their ranges', () => {
    for (const character of '\u034f\u061c\u180b\u180e\u200f\u202a\u206f\u3164\uffa0\ufff0\ufffb')
      expect(codes(`a${character}`), JSON.stringify(character)).to.deep.equal(['INVISIBLE_CHARACTER'])
    for (const character of '\u180a\u180f\u2010\u2070\uffef\ufffc')
      expect(codes(`a${character}`), JSON.stringify(character)).to.deep.equal([])
  })

  it('C47: names the control character, and says what ends a line', () => {
    expect(check('a\tb')[0]!.message).to.equal(
      'The control character U+0009 may not stand in a question; a line ends with LF or CRLF.',
    )
    expect(check('\u{e0041}')[0]!.message).to.include('from U+E0000 on')
    expect(places('a\r\nb\rc\n\u2028')).to.deep.equal(['CONTROL_CHARACTER 2:2', 'CONTROL_CHARACTER 3:1'])
  })

  it('property: a plain text has nothing to say against it', () => {
    const plain = fc.string({ unit: fc.constantFrom(' ', 'a', '~', '\n', '§', ':') })
    fc.assert(
      fc.property(plain, (text) => {
        expect(Character.isPlain(text)).to.equal(true)
        expect(check(text)).to.deep.equal([])
      }),
    )
    for (const other of ['\r\n', '\t', 'é', '\u00a0', '日', '\x7f', '🎲'])
      expect(Character.isPlain(other)).to.equal(false)
  })

  it('property: places point at the character that is meant', () => {
    const piece = fc.constantFrom('a', 'é', '🎲', '\n', '\u200b', '\x01')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const lines = pieces.join('').split('\n')
        for (const { code, line, column } of check(pieces.join(''))) {
          const expected = code === 'CONTROL_CHARACTER' ? '\x01' : '\u200b'
          expect(lines[line - 1]![column - 1]).to.equal(expected)
        }
      }),
    )
  })

  it('stops where there are too many issues to list', () => {
    const issues = check('\x01'.repeat(10_000))
    expect(issues).to.have.length(101)
    expect(issues[100]!.code).to.equal('TOO_MANY_ISSUES')
  })

  it('does not normalise a text over the limit: it is refused anyway, and the time would be quadratic', () => {
    expect(places('cafe\u0301', 5)).to.deep.equal(['NOT_NFC 1:4'])
    expect(places('cafe\u0301', 4)).to.deep.equal([])
  })

  it('knows blanks of any width, and what may stand unseen before a tag', () => {
    const blanks = ' \t\r\u00a0\u1680\u2000\u200a\u202f\u205f\u3000'
    for (const blank of blanks)
      expect(Character.isBlank(blank.charCodeAt(0)), JSON.stringify(blank)).to.equal(true)
    for (const other of 'a§\n\u200b\u180e')
      expect(Character.isBlank(other.charCodeAt(0)), JSON.stringify(other)).to.equal(false)
    for (const unseen of `${blanks}\u200b\ufeff\x00\u202e\u2029`)
      expect(Character.isNoise(unseen.charCodeAt(0)), JSON.stringify(unseen)).to.equal(true)
    for (const seen of 'a§é日') expect(Character.isNoise(seen.charCodeAt(0)), seen).to.equal(false)
  })

  it('C7 property: counts the bytes of UTF-8 as an encoder does', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(80), (text, limit) => {
        const bytes = Buffer.byteLength(text, 'utf8')
        expect(Character.byteLength(text)).to.equal(bytes)
        expect(Character.isLongerThan(text, limit)).to.equal(bytes > limit)
      }),
    )
  })
})
