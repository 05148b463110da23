import { expect } from 'chai'
import { mainVerb } from '../../../reading/rule/mainVerb.ts'
import { scan } from '../../../reading/text/Words.ts'

const of = (title: string) => {
  const words = scan(title)
  const at = mainVerb(words)
  return at === null ? null : words[at]!.text
}

describe('mainVerb', () => {
  it('B10: is found by the shape of the sentence, whether it is known or not', () => {
    for (const [title, verb] of [
      ['Will the Corvo volcano erupt before 2028?', 'erupt'],
      ['Will Quillon ship its headset?', 'ship'],
      ['Will the Perrin strike end this spring?', 'end'],
      ['Will the vote in Orvalle happen by 6 PM?', 'happen'],
      ['Will GDP growth of Norland in Q1 2027 be above 1.5%?', 'be'],
      ['Will more than 270 delegates back Mora Lind?', 'back'],
      ['Will Variety Foods go bankrupt?', 'go'],
      ['Will Mora declare war on Dellmark?', 'declare'],
      ["Will Norland's parliament in Karmel dissolve?", 'dissolve'],
      ['Will two ministers of Aldova resign?', 'resign'],
    ] as const)
      expect(of(title), title).to.equal(verb)
  })

  it('is none in a title of another shape, and none where there is no verb', () => {
    for (const title of [
      'Lakers vs. Celtics',
      'Kestrel-3 launch before June?',
      'Will Mora Lind?',
      'Will',
      '',
    ])
      expect(of(title), title).to.equal(null)
  })
})
