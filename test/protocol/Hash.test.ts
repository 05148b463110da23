import { expect } from 'chai'
import { Bytes, Hash } from '../../protocol/index.ts'

describe('Hash', () => {
  it('takes text as a hash only in its one spelling', () => {
    const hash = Hash.ofText('x')
    expect(Hash.of(hash)).to.equal(hash)
    expect(Hash.asRoot(hash)).to.equal(hash)
    expect(Hash.asRequestHash(Bytes.zero32)).to.equal(Bytes.zero32)
    for (const text of [
      '',
      '0x',
      hash.slice(0, -1),
      `${hash}0`,
      hash.toUpperCase(),
      hash.slice(2),
      `${hash}\n`,
    ])
      for (const read of [Hash.of, Hash.asRoot, Hash.asRequestHash])
        expect(() => read(text), text).to.throw(Hash.InvalidHashError)
  })

  it('hashes a value by its one spelling', () => {
    expect(Hash.ofJson({ b: 1, a: 2 })).to.equal(Hash.ofText('{"a":2,"b":1}'))
  })
})
