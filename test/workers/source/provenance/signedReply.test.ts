import { generateKeyPairSync, sign } from 'node:crypto'
import { expect } from 'chai'
import type { Evidence } from '../../../../protocol/index.ts'
import {
  InvalidKeyError,
  isReplyProof,
  proveBySignature,
  type SourceKey,
  signedReply,
  signedText,
  sourceKey,
} from '../../../../workers/source/provenance/signedReply.ts'
import { body, foundOf, itemOf, observedAt, retrievedAt, url } from './items.ts'

const pair = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
const key: SourceKey = sourceKey.parse({
  keyId: 'p256-1',
  algorithm: 'p256',
  origin: 'https://api.example.org',
  publicKey: pair.publicKey.export({ type: 'spki', format: 'pem' }),
})

const headersAt = (timestamp: number, text = signedText('GET', url, body, timestamp)) => ({
  'x-signature': sign('sha256', Buffer.from(text), {
    key: pair.privateKey,
    dsaEncoding: 'ieee-p1363',
  }).toString('hex'),
  'x-key-id': 'p256-1',
  'x-timestamp': String(timestamp),
})

const prove = async (headers: Readonly<Record<string, string>>, keys = [key]) =>
  (await proveBySignature(keys)(foundOf(headers))) as Evidence.ProvenanceProof | null

describe('proveBySignature', () => {
  it('S2-29: takes a signature over what was asked and answered, with or without 0x', async () => {
    const headers = headersAt(retrievedAt)
    const proven = await prove(headers)
    expect(proven).to.deep.include({ kind: 'signature', tier: 1, confidence_bps: 9_500 })
    expect(proven!.proof).to.deep.equal({
      scheme: 'reply',
      key_id: 'p256-1',
      timestamp: retrievedAt,
      request_method: 'GET',
      signature: `0x${headers['x-signature']}`,
    })
    expect(await prove({ ...headers, 'x-signature': `0x${headers['x-signature']}` })).to.deep.equal(proven)
  })

  it('S2-29: allows clocks to differ by five minutes, and no signature from before its sample', async () => {
    expect(await prove(headersAt(observedAt))).to.not.equal(null)
    expect(await prove(headersAt(observedAt - 1))).to.equal(null)
    expect(await prove(headersAt(retrievedAt + 300))).to.not.equal(null)
    expect(await prove(headersAt(retrievedAt + 301))).to.equal(null)
  })

  it('claims nothing where a header is missing or is none', async () => {
    const headers = headersAt(retrievedAt)
    const wrong: Record<string, string>[] = [
      {},
      { ...headers, 'x-timestamp': '' },
      { ...headers, 'x-timestamp': '1e9' },
      { ...headers, 'x-timestamp': '-1' },
      { ...headers, 'x-signature': 'AA' },
      { ...headers, 'x-key-id': 'other' },
      headersAt(retrievedAt, signedText('GET', url, `${body} `, retrievedAt)),
      headersAt(retrievedAt, signedText('POST', url, body, retrievedAt)),
    ]
    for (const one of wrong) expect(await prove(one), JSON.stringify(one)).to.equal(null)
  })

  it('S2-29: a key speaks for its own origin only', async () => {
    const elsewhere = { ...key, origin: 'https://api.example.org:8443' }
    expect(await prove(headersAt(retrievedAt), [elsewhere])).to.equal(null)
  })

  it('refuses keys that are none, and two of one name', () => {
    const load =
      (...keys: SourceKey[]) =>
      () =>
        proveBySignature(keys)
    expect(load({ ...key, publicKey: 'x' })).to.throw(InvalidKeyError, 'cannot be read')
    expect(load({ ...key, algorithm: 'secp256k1' })).to.throw(InvalidKeyError, 'none of secp256k1')
    expect(load(key, { ...key })).to.throw(InvalidKeyError, 'two of that name')
    expect(sourceKey.safeParse({ ...key, origin: 'https://api.example.org/v1' }).success).to.equal(false)
  })
})

describe('signedReply', () => {
  it('S2-29: checks again from the item alone', async () => {
    const provenance = (await prove(headersAt(retrievedAt)))!
    const verify = signedReply([key])
    expect(await verify(itemOf(provenance))).to.equal(null)
    expect(await verify(itemOf(provenance, { content: `${body} ` }))).to.equal(
      'The key p256-1 did not sign this.',
    )
    expect(await verify(itemOf({ ...provenance, proof: {} }))).to.equal('It is no proof of a signed reply.')
    const unknown = await signedReply([])(itemOf(provenance)).catch((error: Error) => error)
    expect(unknown).to.include({
      name: 'Provenance.NotCheckedError',
      message: 'The key p256-1 is not known.',
    })
    const source = { ...itemOf(provenance).source, uri: 'not a URL' }
    expect(await verify(itemOf(provenance, { source }))).to.equal(
      'The key p256-1 does not speak for not a URL.',
    )
  })

  it('knows its own proofs by their scheme', () => {
    expect(
      [{ scheme: 'reply' }, { scheme: 'observation' }, null, 'reply', 7].map(isReplyProof),
    ).to.deep.equal([true, false, false, false, false])
  })
})
