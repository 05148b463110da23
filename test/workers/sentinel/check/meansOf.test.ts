import { generateKeyPairSync, sign } from 'node:crypto'
import { expect } from 'chai'
import { keysOf, meansOf } from '../../../../workers/sentinel/check/index.ts'
import { signedText } from '../../../../workers/source/provenance/signedReply.ts'
import { body, itemOf, retrievedAt, url } from '../../source/provenance/items.ts'

describe('whom a deployment believes', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'secp256k1' })
  const key = {
    key_id: 'local-1',
    algorithm: 'secp256k1' as const,
    origin: new URL(url).origin,
    public_key: publicKey.export({ type: 'spki', format: 'pem' }) as string,
  }
  const signature = sign('sha256', Buffer.from(signedText('GET', url, body, retrievedAt)), {
    key: privateKey,
    dsaEncoding: 'ieee-p1363',
  })
  const item = itemOf({
    ...{ kind: 'signature', tier: 1, confidence_bps: 9_500 },
    proof: {
      ...{ scheme: 'reply', key_id: 'local-1', timestamp: retrievedAt, request_method: 'GET' },
      signature: `0x${signature.toString('hex')}`,
    },
  })

  it('AUDIT B14: a key that it names is used, and one that it does not name is not checked', async () => {
    const verify = meansOf({ keys: [key] }).verifiers!.signature!
    expect(await verify(item)).to.equal(null)
    const other = meansOf({ keys: [] }).verifiers!.signature!
    expect(await other(item).catch((error: Error) => error)).to.include({
      ...{ name: 'Provenance.NotCheckedError', message: 'The key local-1 is not known.' },
    })
    expect(keysOf({ keys: [key] })[0]).to.include({ keyId: 'local-1', algorithm: 'secp256k1' })
  })
})
