import { expect } from 'chai'
import fc from 'fast-check'
import { segments } from '../../../protocol/page/Html.ts'
import { collapse, textOf } from '../../../protocol/page/Segment.ts'

describe('Html', () => {
  const visible = (raw: string) => textOf(segments(raw))

  it('SPEC §6: inline tags join, blocks and cells part, whatever the case and the attributes', () => {
    expect(visible('<P CLASS=a>3<SUP>rd</SUP> of <A HREF="/x?a=1&b=2">May</A></P>x')).to.equal('3rd of May x')
    expect(visible('<tr><td>1<td>2<TH>3</tr>')).to.equal('1 2 3')
  })

  it('what no reader sees is not there: a quote hidden in a script, a comment or a template is not found', () => {
    const hidden = 'the rate was 9.9 %'
    for (const page of [
      `<script>"${hidden}"</script>`,
      `<style>${hidden}</style>`,
      `<template><p>${hidden}</template>`,
      `<!-- ${hidden} -->`,
      `<title>${hidden}</title>`,
      `<meta content="${hidden}">`,
      `<img alt='${hidden}'>`,
      `<iframe>${hidden}</iframe>`,
    ])
      expect(visible(`<p>The rate was 3.5 %.</p>${page}`), page).to.equal('The rate was 3.5 %.')
  })

  it('an element that holds mere text ends at its own end tag only', () => {
    expect(visible('<script>a</scriptx>b<!-- </script>c')).to.equal('c')
    expect(visible('<textarea><b>1</b> &lt;</textarea>2')).to.equal('<b>1</b> < 2')
    expect(visible('<xmp>&lt;<p></xmp>')).to.equal('&lt;<p>')
    expect(visible('<style>a')).to.equal('')
  })

  it('end tags of templates that were never opened hide nothing', () => {
    expect(visible('a</template>b<template>c</template>d')).to.equal('abd')
  })

  const part = fc.constantFrom(
    ...'< > </ <! <!-- --> --!> <a <p> </p> <td> <script> </script> <template> </template> " \' = & &amp; &#x41; a b'.split(
      ' ',
    ),
    ' ',
    '\u00a0',
  )

  it('property: any soup of tags gives collapsed text whose pieces lie in order within the page', () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 60 }), (parts) => {
        const raw = parts.join('')
        const found = segments(raw)
        const text = textOf(found)
        expect(collapse(text)).to.equal(text)
        let last = 0
        for (const { text: piece, start, end } of found) {
          expect(start).to.be.at.least(last)
          expect(end).to.be.within(start, raw.length)
          if (piece.length > 1 && piece.length === end - start) expect(raw.slice(start, end)).to.equal(piece)
          last = end
        }
      }),
    )
  })

  it('property: text without markup is only collapsed', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'Z', '9', '.', '>', '"', ' ', '\n', '\u00a0') })
    fc.assert(
      fc.property(text, (raw) => {
        expect(visible(raw)).to.equal(collapse(raw))
      }),
    )
  })

  it('a megabyte of any hostile tag is passed once: looked-at characters do not multiply', () => {
    // Counted, not timed: each of these took minutes if a search began anew at every character.
    const units = [
      '<',
      '<a ',
      '<a b="',
      "<a b='x",
      '<!--',
      '<!-- --!',
      '&',
      '&#',
      '&amp',
      '</',
      '<script></',
      '<template>',
      '<div>',
      '<p>a ',
    ]
    for (const unit of units) {
      const raw = unit.repeat(Math.floor(1_000_000 / unit.length))
      expect(visible(raw).length, unit).to.be.at.most(raw.length)
    }
  }).timeout(60_000)
})
