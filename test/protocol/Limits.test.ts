import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { Limits, Schema } from '../../protocol/index.ts'

const published = () =>
  JSON.parse(readFileSync(new URL('../../workflow/limits.json', import.meta.url), 'utf8'))

describe('Limits', () => {
  it('reads the minimum of the published quotas', () => {
    expect(Limits.read(published())).to.deep.equal({
      httpCalls: 5,
      httpResponseBytes: 100_000,
      reads: 15,
      readBytes: 5_000,
      consensusCalls: 20,
      observationBytes: 25_000,
      reportBytes: 5_000,
    })
  })

  it('reads sizes in bytes, with or without a unit, by the thousand', () => {
    const size = (text: string) => {
      const file = published()
      file.ChainWrite.ReportSizeLimit = text
      return Limits.read(file).reportBytes
    }
    expect(['7', '7b', '7kb', '7mb', '0'].map(size)).to.deep.equal([7, 7, 7_000, 7_000_000, 0])
    for (const text of ['', 'kb', '7 kb', '7KB', '7gb', '-7', '7.5kb', '1234567890', '7kib'])
      expect(() => size(text), text).to.throw(Limits.UnreadableLimitError)
  })

  it('error: a count has no unit, and the error says what a limit looks like', () => {
    const file = published()
    for (const text of ['many', '5b', '5kb']) {
      file.HTTPAction.CallLimit = text
      expect(() => Limits.read(file), text).to.throw(
        Limits.UnreadableLimitError,
        `"${text}" is no limit.\nWrite counts as "5" and sizes as "100kb".`,
      )
    }
  })

  it('error: names the quota that is missing or no text', () => {
    const { Consensus, ...without } = published()
    expect(() => Limits.read(without))
      .to.throw(Schema.MismatchError)
      .with.property('path', '/Consensus')
    const numbers = { ...without, Consensus: { ...Consensus, CallLimit: 20 } }
    expect(() => Limits.read(numbers)).to.throw(Schema.MismatchError, '/Consensus/CallLimit')
  })

  it('leaves out what binds no round', () => {
    expect(Limits.read({ ...published(), Secrets: { CallLimit: 'many' } })).to.not.have.property('Secrets')
  })
})
