import { expect } from 'chai'
import fc from 'fast-check'
import { UnreadableReplyError } from '../../../protocol/source/index.ts'
import {
  asksForTime,
  entryFor,
  fillUrl,
  metricName,
  NotConfiguredError,
  sourceName,
  toSample,
  urlTemplate,
} from '../../../workers/source/Extractor.ts'
import type { Requirement } from '../../../workers/source/Source.ts'

const window = { from: 1_771_631_940, to: 1_771_635_840 }

describe('fillUrl', () => {
  it('S2-96: writes both ends of the window in seconds, milliseconds and as instants', () => {
    const template = 'https://a.example/{from}/{to}?m={from_ms}-{to_ms}&i={from_iso},{to_iso}'
    expect(fillUrl(template, window)).to.equal(
      'https://a.example/1771631940/1771635840?m=1771631940000-1771635840000' +
        '&i=2026-02-20T23:59:00Z,2026-02-21T01:04:00Z',
    )
  })

  it('leaves fields that it does not know as they are', () => {
    expect(fillUrl('https://a.example/{id}?{FROM}', window)).to.equal('https://a.example/{id}?{FROM}')
  })

  it('knows whether a reply is of the time asked for', () => {
    const asking = ['{from}', '{from_ms}', '{from_iso}'].map((field) =>
      asksForTime(`https://a.example/${field}`),
    )
    expect(asking).to.deep.equal([true, true, true])
    expect(asksForTime('https://a.example/{to}')).to.equal(false)
  })
})

describe('what a configuration may say', () => {
  it('S2-12: an address has a fixed host', () => {
    const isUrl = (text: string) => urlTemplate.safeParse(text).success
    expect(isUrl('https://a.example/{from}')).to.equal(true)
    expect(isUrl('http://127.0.0.1:8080')).to.equal(true)
    for (const bad of [
      'https://{from}.example/',
      'ftp://a.example/',
      '//a.example',
      `https://a.example/${'x'.repeat(2_048)}`,
    ])
      expect(isUrl(bad), bad.slice(0, 40)).to.equal(false)
  })

  it('names of metrics are one lower-case word, those of sources a path at most', () => {
    expect(['price', 'price_usd.v2'].every((one) => metricName.safeParse(one).success)).to.equal(true)
    expect(['', 'Price', 'a b', 'a:b', '_x'].some((one) => metricName.safeParse(one).success)).to.equal(false)
    expect(['spot/btc', 'A:b.C-d'].every((one) => sourceName.safeParse(one).success)).to.equal(true)
    expect(['', '/x', 'a b', 'a?b'].some((one) => sourceName.safeParse(one).success)).to.equal(false)
  })
})

describe('entryFor', () => {
  const entries = [
    { id: 'spot/BTC', metric: 'price' },
    { id: 'spot/btc', metric: 'volume' },
  ]
  const find = (asset: string, metric: string) =>
    entryFor('http', entries, { asset, metric } as Requirement, (name) => name.replace(/_high$/, ''))

  it('finds by id in any case, and by the metric that is meant', () => {
    expect(find('SPOT/btc', 'price_high')).to.equal(entries[0])
    expect(find('spot/btc', 'volume')).to.equal(entries[1])
  })

  it('says which source is not configured, and cuts what is long', () => {
    expect(() => find('spot/eth', 'price')).to.throw(
      NotConfiguredError,
      'no source spot/eth with metric price is configured.',
    )
    expect(() => find('x'.repeat(500), 'price')).to.throw(
      NotConfiguredError,
      `no source ${'x'.repeat(64)} with`,
    )
  })
})

describe('toSample', () => {
  const read = (value: string, time = '1771631940') => toSample('http', value, time, 'seconds')

  it('keeps all digits, and takes numbers as people write them', () => {
    expect(read('75120.500000000000000001')).to.deep.equal({
      observedAt: 1_771_631_940,
      value: '75120.500000000000000001',
    })
    expect(read(' 1,234,567.5 ').value).to.equal('1234567.5')
    expect(read('-1,000').value).to.equal('-1000')
  })

  it('refuses what is no number and no time, by a typed error with its cause', () => {
    for (const bad of ['', 'n/a', '12,34', '1,2345', '1.234,5', '0x10']) {
      expect(() => read(bad), bad).to.throw(UnreadableReplyError)
    }
    expect(() => read('1', 'soon')).to.throw(UnreadableReplyError)
  })

  it('reads any grouped number as the number it groups', () => {
    fc.assert(
      fc.property(fc.integer({ min: -999_999_999, max: 999_999_999 }), (number) => {
        expect(read(number.toLocaleString('en-US')).value).to.equal(String(number))
      }),
    )
  })
})
