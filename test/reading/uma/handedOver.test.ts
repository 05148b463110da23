import { expect } from 'chai'
import { ancillaryIn, NotAncillaryError } from '../../../reading/uma/handedOver.ts'
import { ancillary, toHex } from '../../helpers/uma.ts'

describe('ancillaryIn', () => {
  const text = ancillary()

  it('AUDIT D6: takes hex and text, bare or under the names that records have for them', () => {
    for (const held of [text, toHex(text), toHex(text).slice(2), ` ${toHex(text)}\n`]) {
      expect(ancillaryIn(held)!.text, held.slice(0, 20)).to.equal(text)
      for (const field of [
        'ancillaryData',
        'ancillary_data',
        'ancillary_data_hex',
        'queryText',
        'queryTextHex',
        'description',
        'resolution_rules',
        'text',
      ])
        expect(ancillaryIn({ id: 1, [field]: held })!.text, field).to.equal(text)
    }
  })

  it('bytes come before a text beside them', () => {
    expect(ancillaryIn({ ancillary_data: 'q: title: Cut', ancillary_data_hex: toHex(text) })!.text).to.equal(
      text,
    )
  })

  it('keeps bytes that are no text as they are', () => {
    const { bytes } = ancillaryIn('0x713a20ff')!
    expect([...bytes]).to.deep.equal([0x71, 0x3a, 0x20, 0xff])
  })

  it('what is a market is none', () => {
    for (const other of [
      null,
      7,
      [],
      {},
      { description: 'q: why?' },
      { description: 'Yes if it rains.' },
      { ancillaryData: ' ' },
    ])
      expect(ancillaryIn(other), JSON.stringify(other)).to.equal(null)
  })

  it('error: other hex, other text, the hash of a bridge, and what is too long', () => {
    for (const other of ['0x1234', 'Will it rain?', `ancillaryDataHash:${'a'.repeat(64)},childChainId:137`])
      expect(() => ancillaryIn(other), other).to.throw(NotAncillaryError)
    expect(() => ancillaryIn(`q: title: ${'a'.repeat(70_000)}`)).to.throw(NotAncillaryError, 'longer')
    expect(() => ancillaryIn({ ancillaryData: '0x' })).to.throw(NotAncillaryError)
  })
})
