import { create, toBinary } from '@bufbuild/protobuf'
import { anyPack } from '@bufbuild/protobuf/wkt'
import { expect } from 'chai'
import fc from 'fast-check'
import { callbackIdOf } from '../../don/callbackId.ts'
import { Http, Sdk } from '../../don/sdk.ts'

describe('the id of a call', () => {
  it('is read from the request’s bytes as the whole message would have it', () => {
    fc.assert(
      fc.property(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }), fc.string(), (callbackId, url) => {
        const payload = anyPack(Http.RequestSchema, create(Http.RequestSchema, { url }))
        const message = create(Sdk.CapabilityRequestSchema, { id: url, payload, method: 'Do', callbackId })
        expect(callbackIdOf(toBinary(Sdk.CapabilityRequestSchema, message))).to.equal(callbackId)
      }),
    )
  })

  it('passes over fields of every kind, and takes the last one', () => {
    const [fixed64, fixed32] = [
      [0x31, ...Array(8).fill(1)],
      [0x3d, ...Array(4).fill(1)],
    ]
    expect(callbackIdOf(Uint8Array.of(0x20, 7, ...fixed64, ...fixed32, 0x20, 9))).to.equal(9)
    expect(callbackIdOf(new Uint8Array())).to.equal(0)
  })

  it('is none in what is no message', () => {
    for (const bytes of [[3], [0x20], [0x0a, 5, 1], [0x31, 1], [0x23], [0x20, ...Array(10).fill(0xff)]])
      expect(callbackIdOf(Uint8Array.from(bytes)), String(bytes)).to.equal(null)
  })
})
