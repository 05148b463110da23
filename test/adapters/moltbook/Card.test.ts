import { expect } from 'chai'
import { byEvent, cardIn, cardOf, idOf } from '../../../adapters/moltbook/index.ts'
import { marketWords } from '../../../adapters/moltbook/words.ts'
import { Question } from '../../../protocol/index.ts'

const raw =
  '§question Will it?\n§rule\nsource:manual\n§event Cup: final\n§category sports\n§picture https://x.example/a.png'
const card = { event: 'Cup: final', category: 'sports', picture: 'https://x.example/a.png' }
const none = { event: null, category: null, picture: null }

describe('the card of a market', () => {
  it('S0-83: is what its question says, and nothing of a question with a fault', () => {
    expect(cardOf(raw)).to.deep.equal(card)
    expect(cardOf(`${raw}\n§picture javascript:x`)).to.deep.equal(none)
    expect(cardOf('')).to.deep.equal(none)
  })

  it('E12: is found in the very post that the adapter writes, and in no other', () => {
    const deadline = '2026-02-20T23:59:00Z'
    const content = marketWords(
      { id: idOf(raw, deadline), question_raw: raw, deadline },
      Question.validate(raw),
    )
    expect(cardIn(content)).to.deep.equal(card)
    expect(cardIn(content.replaceAll('\n', '\r\n')).event).to.equal('Cup: final')
    for (const words of ['', raw, '```\nlet x = 1\n```', '```\n§question Will it?\n```'])
      expect(cardIn(words)).to.deep.equal(none)
  })

  it('E12: what belongs to one event stands together, and what belongs to none comes last', () => {
    const list = ['a1', '-', 'b1', 'a2', '-2']
    const eventOf = (name: string) => (name.startsWith('-') ? null : name[0]!)
    expect(byEvent(list, eventOf)).to.deep.equal([
      { event: 'a', all: ['a1', 'a2'] },
      { event: 'b', all: ['b1'] },
      { event: null, all: ['-', '-2'] },
    ])
    expect(byEvent([], eventOf)).to.deep.equal([])
  })
})
