import { anyUnpack } from '@bufbuild/protobuf/wkt'
import { expect } from 'chai'
import { HttpTrigger } from '../../../don/sdk.ts'
import { pokeOf } from '../../../scripts/bench/pokeOf.ts'

describe('a poke of the bench', () => {
  it('names its market as a gateway does', () => {
    const { input } = anyUnpack(pokeOf(7), HttpTrigger.PayloadSchema)!
    expect(JSON.parse(Buffer.from(input).toString())).to.deep.equal({ market_id: 7 })
  })
})
