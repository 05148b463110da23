import { expect } from 'chai'
import { rolesIn } from '../../../reading/rule/roles.ts'
import { scan } from '../../../reading/text/Words.ts'

/** What each sentence of a text does. */
const of = (text: string) => {
  const words = scan(text)
  const role = rolesIn(words)
  const roles = new Map(words.map((word) => [word.sentence, role(word)]))
  return [...roles.values()]
}

describe('the roles of sentences', () => {
  it('S4-10: are to let somebody decide, to cite, to speak of, or to send elsewhere', () => {
    expect(
      of(
        'The resolution source is the BBC. It counts according to Reuters. Read more at CNN. The NBA plays.',
      ),
    ).to.deep.equal(['decides', 'cites', 'aside', 'speaks'])
  })

  it('the strongest one counts', () => {
    expect(of('Read more at the BBC, which is the resolution source, according to Reuters.')).to.deep.equal([
      'decides',
    ])
    expect(of('Read more, as reported by the BBC.')).to.deep.equal(['cites'])
    expect(of('The source is the BBC.')).to.deep.equal(['cites'])
  })
})
