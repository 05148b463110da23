import { expect } from 'chai'
import { takeStamps } from '../../../reading/uma/stamps.ts'

const one = 'a1'.repeat(20)
const two = 'B2'.repeat(20)

describe('takeStamps', () => {
  it('AUDIT D6: cuts off the initializer and what oracles and bridges stamped on behind it', () => {
    const behind = `,ooRequester:${two},childRequester:${one},childChainId:137`
    expect(takeStamps(`q: A, b,initializer:${one}${behind}`)).to.deep.equal({
      body: 'q: A, b',
      initializer: `0x${one}`,
      stamps: { ooRequester: `0x${two.toLowerCase()}`, childRequester: `0x${one}`, childChainId: '137' },
      stamped: behind.length,
    })
  })

  it('without an initializer all stamps are cut off', () => {
    const stamp = `,ooRequester:${two}`
    expect(takeStamps(`q: A${stamp}`)).to.deep.include({
      body: 'q: A',
      initializer: null,
      stamped: stamp.length,
    })
  })

  it('leaves alone what has another key, another form, or no end', () => {
    for (const text of [
      `q: A,other:${one}`,
      'q: A,initializer:me',
      `q: A,initializer:${one} `,
      'q: A',
      '',
      ',',
    ])
      expect(takeStamps(text), text).to.deep.equal({ body: text, initializer: null, stamps: {}, stamped: 0 })
  })

  it('the innermost initializer is whoever asked; one inside the text is text', () => {
    const text = `q: A,initializer:${one},initializer:${two}`
    expect(takeStamps(text)).to.deep.include({
      body: `q: A,initializer:${one}`,
      initializer: `0x${two.toLowerCase()}`,
    })
  })
})
