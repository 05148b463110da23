import { expect } from 'chai'
import { Hash, Instant } from '../../../../protocol/index.ts'
import {
  type NotaryReader,
  notaryLog,
  proveByNotary,
} from '../../../../workers/source/provenance/notaryLog.ts'
import { body, itemOf, observedAt, retrievedAt } from './items.ts'

const address = `0x${'Ab'.repeat(20)}` as const
const readerOf = (at: number | null): NotaryReader => ({
  chainId: 31_337,
  address,
  notarizedAt: async (hash) => (hash === Hash.ofText(body) ? at : null),
})

describe('proveByNotary', () => {
  it('S2-30: names log and time of a hash that is logged, in lower case', async () => {
    expect(await proveByNotary(readerOf(retrievedAt), Hash.ofText(body))).to.deep.equal({
      kind: 'log',
      tier: 2,
      proof: {
        scheme: 'notary',
        chain_id: 31_337,
        notary: address.toLowerCase(),
        notarized_at: Instant.format(retrievedAt),
      },
      confidence_bps: 8_000,
    })
  })

  it('S2-30: claims nothing while the hash is not in the log', async () => {
    expect(await proveByNotary(readerOf(null), Hash.ofText(body))).to.equal(null)
    expect(await proveByNotary(readerOf(1), Hash.ofText('other'))).to.equal(null)
  })
})

describe('notaryLog', () => {
  const check = async (at: number, options: { maxDelay?: number; log?: number | null } = {}) => {
    const provenance = (await proveByNotary(readerOf(at), Hash.ofText(body)))!
    const { log = at, ...rest } = options
    return notaryLog(readerOf(log), rest)(itemOf(provenance))
  }

  it('S2-30: holds from the time of the sample on, at any time unless a delay is set', async () => {
    expect(await check(observedAt)).to.equal(null)
    expect(await check(observedAt - 1)).to.equal('It was logged before the time of its own sample.')
    expect(await check(retrievedAt + 10_000_000)).to.equal(null)
    expect(await check(retrievedAt + 60, { maxDelay: 60 })).to.equal(null)
    expect(await check(retrievedAt + 61, { maxDelay: 60 })).to.equal(
      'It was logged too long after it was fetched.',
    )
  })

  it('S2-30: asks the log itself, whatever the proof says', async () => {
    expect(await check(retrievedAt, { log: null })).to.equal('The hash of the content is not in the log.')
    expect(await check(retrievedAt, { log: retrievedAt + 1 })).to.equal(
      `The log says ${Instant.format(retrievedAt + 1)}.`,
    )
  })

  it('S2-30: another chain, another contract and another form are no proof of this log', async () => {
    const reader = readerOf(retrievedAt)
    const provenance = (await proveByNotary(reader, Hash.ofText(body)))!
    const verify = (changes: object) =>
      notaryLog(reader)(itemOf({ ...provenance, proof: { ...(provenance.proof as object), ...changes } }))
    expect(await verify({ chain_id: 1 })).to.equal('It is about another log.')
    expect(await verify({ notary: `0x${'11'.repeat(20)}` })).to.equal('It is about another log.')
    expect(await verify({ more: 1 })).to.equal('It is no proof of a logged hash.')
    expect(await notaryLog(reader)(itemOf({ ...provenance, proof: null }))).to.equal(
      'It is no proof of a logged hash.',
    )
  })

  it('S2-30: a page without a sample has no time that it could be logged before', async () => {
    const provenance = (await proveByNotary(readerOf(5), Hash.ofText(body)))!
    expect(await notaryLog(readerOf(5))(itemOf(provenance, { normalized: null }))).to.equal(null)
  })
})
