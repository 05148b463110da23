import { createPublicKey, verify } from 'node:crypto'
import { expect } from 'chai'
import { recoverAddress } from 'viem'
import { makeSigning } from '../../../local/sources/signReply.ts'
import { Address, Hash } from '../../../protocol/index.ts'
import { signedText } from '../../../workers/source/provenance/signedReply.ts'
import { sampleDigest } from '../../../workers/source/provenance/signedSample.ts'

const register = { chainId: 31_337, address: Address.of(`0x${'11'.repeat(20)}`) }
const origin = 'http://127.0.0.1:1'
const url = `${origin}/price`
const body = '{"price":7}'

describe('makeSigning', () => {
  it('signs a reply so that its public key verifies it', async () => {
    const { headersFor, publicKey } = makeSigning(1, origin, register)
    const headers = await headersFor(url, { body, type: 'application/json' })
    const isSigned = (text: string) =>
      verify(
        'sha256',
        Buffer.from(signedText('GET', url, text, Number(headers['x-timestamp']))),
        { key: createPublicKey(publicKey.publicKey), dsaEncoding: 'ieee-p1363' },
        Buffer.from(headers['x-signature']!, 'hex'),
      )
    expect(isSigned(body)).to.equal(true)
    expect(isSigned(`${body} `)).to.equal(false)
    expect(publicKey).to.include({ keyId: headers['x-key-id'], algorithm: 'secp256k1', origin })
  })

  it('signs the sample too, where there is one, as the register takes it', async () => {
    const { headersFor, observer } = makeSigning(1, origin, register)
    const observation = { source: 'coingecko:bitcoin:price_usd', observedAt: 1_000, value: '7' }
    const headers = await headersFor(url, { body, type: 'application/json', observation })
    const hash = sampleDigest(register, Hash.ofText(observation.source), observation)
    const signature = headers['x-observation'] as `0x${string}`
    expect(await recoverAddress({ hash, signature })).to.equal(observer)
    expect(await headersFor(url, { body, type: 'application/json' })).to.not.have.property('x-observation')
  })

  it('has one key for a seed, and another for another', () => {
    const [one, same, other] = [1, 1, 2].map((seed) => makeSigning(seed, origin, register))
    expect(one!.observer).to.equal(same!.observer)
    expect(one!.publicKey).to.deep.equal(same!.publicKey)
    expect(one!.observer).to.not.equal(other!.observer)
  })
})
