import { expect } from 'chai'
import { StyleRules } from '../../../protocol/page/StyleRules.ts'
import { outline } from './outline.ts'

describe('StyleRules', () => {
  const hides = (sheet: string, attributes: Record<string, string>) => {
    const rules = new StyleRules()
    rules.add(sheet)
    return rules.hides(new Map(Object.entries(attributes)))
  }

  it('knows classes and ids that a rule of their own hides', () => {
    const sheet = 'p{margin:0}.a, #b { display : none } .c{position:absolute;left:-9999px}'
    expect(hides(sheet, { class: 'x a' })).to.equal(true)
    expect(hides(sheet, { id: 'b' })).to.equal(true)
    expect(hides(sheet, { class: 'c' })).to.equal(true)
    expect(hides(sheet, { class: 'b', id: 'a' })).to.equal(false)
    expect(hides('', { class: 'a' })).to.equal(false)
  })

  it('a later rule shows again; conditions and joined selectors are not followed', () => {
    expect(hides('.a{display:none}.a{display:block}', { class: 'a' })).to.equal(false)
    expect(hides('.a{display:none}.a{color:red}', { class: 'a' })).to.equal(true)
    expect(hides('@media print{.a{display:none}}.b{display:none}', { class: 'a' })).to.equal(false)
    expect(hides('@media print{.a{display:none}}.b{display:none}', { class: 'b' })).to.equal(true)
    expect(hides('.js .a{display:none}.a:hover{display:none}', { class: 'a' })).to.equal(false)
  })

  it('sheets that do not end hide what they say', () => {
    expect(hides('.a{display:none', { class: 'a' })).to.equal(true)
    expect(hides('@media x{.a{display:none}', { class: 'a' })).to.equal(false)
    expect(hides('{}}{', { class: 'a' })).to.equal(false)
  })

  it('text that a sheet hides is hinted at, within a line too', () => {
    const sheet = '<style>.x{display:none}</style>'
    expect(outline(`${sheet}<div class=x><p>a</p></div><p>b <span class="x">c</span> d</p>`)).to.deep.equal([
      'paragraph: a (hidden)',
      'paragraph: b c d',
      '  inline: c (hidden)',
    ])
  })
})
