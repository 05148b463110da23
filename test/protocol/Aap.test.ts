import { expect } from 'chai'
import fc from 'fast-check'
import { Aap } from '../../protocol/index.ts'
import { budget } from '../helpers/budget.ts'

const codes = (text: string) => Aap.parse(text).issues.map(({ code }) => code)
const places = (text: string) =>
  Aap.parse(text).issues.map(({ code, line, column }) => `${code} ${line}:${column}`)

describe('Aap', () => {
  it('S0-13 S0-14 S0-15 S0-16: gives sections with their lines and sub-tags, each with its place', () => {
    const { sections, issues } = Aap.parse(
      '§question Will it?\n§rule\nsource:manual\n§§source a:b:c d\n\n§event  E',
    )
    expect(issues).to.deep.equal([])
    expect(sections).to.deep.equal([
      {
        tag: 'question',
        text: { text: 'Will it?', line: 1, column: 11 },
        lines: [],
        subtags: [],
        line: 1,
        column: 1,
      },
      {
        tag: 'rule',
        text: null,
        lines: [{ text: 'source:manual', line: 3, column: 1 }],
        subtags: [
          {
            tag: 'source',
            text: 'a:b:c d',
            pairs: [
              { key: 'a', value: 'b:c', line: 4, column: 10 },
              { key: null, value: 'd', line: 4, column: 16 },
            ],
            line: 4,
            column: 1,
          },
        ],
        line: 2,
        column: 1,
      },
      { tag: 'event', text: { text: 'E', line: 6, column: 9 }, lines: [], subtags: [], line: 6, column: 1 },
    ])
  })

  it('counts columns in UTF-16 units', () => {
    expect(places('§question 🎲\u200b')).to.deep.equal(['INVISIBLE_CHARACTER 1:13'])
  })

  it('C46: takes blanks off the end of a line, and sees a tag behind blanks but says so', () => {
    expect(Aap.parse('§event E  ').sections[0]!.text!.text).to.equal('E')
    expect(places('§question Q\n  §rule')).to.deep.equal(['LEADING_SPACE 2:1'])
    expect(Aap.parse('  §rule').sections[0]!.tag).to.equal('rule')
  })

  it('C47: breaks lines at LF and CRLF alone', () => {
    expect(Aap.parse('§a\r\nx\r\ny').sections[0]!.lines.map(({ text }) => text)).to.deep.equal(['x', 'y'])
    expect(codes('§a\r\nx\r\n')).to.deep.equal([])
    for (const character of [
      '\v',
      '\f',
      '\x85',
      '\u2028',
      '\u2029',
      '\r',
      '\x1c',
      '\0',
      '\t',
      '\x7f',
      '\x9f',
    ]) {
      const { sections, issues } = Aap.parse(`§a x${character}§b`)
      expect(sections, JSON.stringify(character)).to.have.length(1)
      expect(issues.map(({ code }) => code)).to.deep.equal(['CONTROL_CHARACTER'])
    }
    expect(codes('§a x\r')).to.deep.equal(['CONTROL_CHARACTER'])
  })

  it('C48: finds the tag behind a byte order mark or a zero-width space', () => {
    for (const character of ['\ufeff', '\u200b', '\u200b\ufeff']) {
      const { sections } = Aap.parse(`${character}§question Q`)
      expect(sections.map(({ tag }) => tag)).to.deep.equal(['question'])
    }
  })

  it('C48: knows UTF-8 that was read as Latin-1, also in a sub-tag', () => {
    const text = Buffer.from('§rule\nsource:manual\n§§source a:b', 'utf8').toString('latin1')
    const { sections, issues } = Aap.parse(text)
    expect(issues.map(({ code, line }) => `${code} ${line}`)).to.deep.equal(['MOJIBAKE 1', 'MOJIBAKE 3'])
    expect(sections[0]!.tag).to.equal('rule')
    expect(sections[0]!.subtags[0]!.text).to.equal('a:b')
  })

  it('C7: counts bytes of UTF-8 up to 2,048', () => {
    expect(codes(`§a ${'x'.repeat(2_044)}`)).to.deep.equal([])
    expect(codes(`§a ${'x'.repeat(2_045)}`)).to.deep.equal(['TOO_LONG'])
    expect(codes(`§a ${'é'.repeat(1_022)}`)).to.deep.equal([])
    expect(codes(`§a ${'é'.repeat(1_022)}x`)).to.deep.equal(['TOO_LONG'])
    expect(codes(`§a ${'日'.repeat(682)}`)).to.deep.equal(['TOO_LONG'])
    expect(codes(`§a ${'🎲'.repeat(511)}`)).to.deep.equal([])
    expect(codes(`§a ${'🎲'.repeat(511)}x`)).to.deep.equal(['TOO_LONG'])
  })

  it('knows what tag was meant, and says how one is written', () => {
    const meant: [string, string, string][] = [
      ['§Rule', 'rule', ''],
      ['§ rule', 'rule', ''],
      ['§rule: x', 'rule', 'x'],
      ['§rule/x', 'rule', '/x'],
    ]
    for (const [text, tag, inline] of meant) {
      const { sections, issues } = Aap.parse(text)
      expect(
        issues.map(({ code }) => code),
        text,
      ).to.deep.equal(['INVALID_TAG'])
      expect(sections[0]!.tag).to.equal(tag)
      expect(sections[0]!.text?.text ?? '').to.equal(inline)
    }
    expect(codes('§')).to.deep.equal(['INVALID_TAG'])
    expect(codes('§1')).to.deep.equal(['INVALID_TAG'])
    expect(codes('§a\n§§§b')).to.deep.equal(['INVALID_TAG'])
  })

  it('says once that text stands before the first tag', () => {
    expect(places('one\ntwo\n§a')).to.deep.equal(['TEXT_BEFORE_TAG 1:1'])
  })

  it('C53: says that a sub-tag has no parent', () => {
    expect(places('\n§§source a:b')).to.deep.equal(['SUBTAG_PARENT 2:1'])
  })

  it('a § inside a line is text', () => {
    const { sections, issues } = Aap.parse('§question Will § 230 fall? §rule')
    expect(issues).to.deep.equal([])
    expect(sections[0]!.text!.text).to.equal('Will § 230 fall? §rule')
  })

  it('S0-28 C44: has a tree for every string, and places that point into it', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('§', '§§', '\n', '\r\n', ':', ' ', 'rule', 'Â§'),
    )
    const text = fc.array(piece, { maxLength: 40 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(text, (junk) => {
        const { sections, issues } = Aap.parse(junk)
        const lines = junk.split('\n')
        for (const { line, column } of [...issues, ...sections]) {
          expect(line).to.be.within(1, lines.length)
          expect(column).to.be.within(1, Math.max(1, lines[line - 1]!.length))
        }
        for (const section of sections) {
          for (const { line, column, text: found } of section.lines) {
            expect(lines[line - 1]!.slice(column - 1, column - 1 + found.length)).to.equal(found)
          }
        }
      }),
      { numRuns: budget(200, 5_000) },
    )
  })

  it('answers a megabyte of junk with at most 100 issues and a last one', () => {
    for (const junk of ['§', '§a\n', '§§\n', '\u200b', '\ud800', '\u0316\u0301', 'Â§', '\r', ' §\n']) {
      const { issues } = Aap.parse(`§x\n${junk.repeat(1_000_000 / junk.length)}`)
      expect(issues.length, JSON.stringify(junk)).to.be.within(1, 101)
      if (issues.length === 101) expect(issues[100]!.code).to.equal('TOO_MANY_ISSUES')
    }
    const { issues } = Aap.parse('\u200b'.repeat(100))
    expect(issues.filter(({ code }) => code === 'INVISIBLE_CHARACTER')).to.have.length(100)
  })
})
