import { expect } from 'chai'
import fc from 'fast-check'
import { privateKeyToAccount } from 'viem/accounts'
import {
  digestOf,
  type ExecuteRequest,
  maxLifetimeSeconds,
  signRequest,
  TokenError,
  verifyRequest,
} from '../../../don/triggers/jwt.ts'

const account = privateKeyToAccount(`0x${'1'.padStart(64, '0')}`)
const request: ExecuteRequest = {
  jsonrpc: '2.0',
  id: 'a',
  method: 'workflows.execute',
  params: { input: { market_id: 1 } },
}
const now = 1_770_000_000

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString())

/** A token of any claims, properly signed. */
async function tokenOf(changes: object, header: object = { alg: 'ETH', typ: 'JWT' }): Promise<string> {
  const claims = { ...claimsOf(await signRequest(request, account, now)), ...changes }
  const message = `${encode(header)}.${encode(claims)}`
  const signature = Buffer.from((await account.signMessage({ message })).slice(2), 'hex')
  return `${message}.${signature.toString('base64url')}`
}
const refusal = async (token: string, asked: unknown = request, at = now): Promise<string> => {
  const error = await verifyRequest(token, asked, at).catch((one) => one)
  expect(error).to.be.instanceOf(TokenError)
  return error.message
}

describe('a token', () => {
  it('says who signed it, for one request, for five minutes', async () => {
    const token = await signRequest(request, account, now)
    const claims = await verifyRequest(token, request, now)
    expect(claims).to.include({ iss: account.address, iat: now, exp: now + 300, digest: digestOf(request) })
    expect(await verifyRequest(token, request, now + maxLifetimeSeconds - 1)).to.deep.equal(claims)
    expect(await refusal(token, request, now + maxLifetimeSeconds)).to.match(/expired/)
    expect(await refusal(token, { ...request, id: 'b' })).to.match(/digest is of another request/)
  })

  it('has an id of its own, and a last byte of 0 or 1', async () => {
    const [one, other] = await Promise.all([1, 2].map(() => signRequest(request, account, now)))
    expect(claimsOf(one!).jti).to.not.equal(claimsOf(other!).jti)
    expect(Buffer.from(one!.split('.')[2]!, 'base64url')[64]).to.be.oneOf([0, 1])
  })

  it('is taken with a last byte of 27 or 28, too', async () => {
    expect(await verifyRequest(await tokenOf({}), request, now)).to.have.property('iat', now)
  })

  it('names its issuer in any case', async () => {
    const token = await tokenOf({ iss: account.address.toLowerCase() })
    expect(await verifyRequest(token, request, now)).to.have.property('iss', account.address.toLowerCase())
  })

  const claims: [string, object, RegExp][] = [
    ['another issuer', { iss: `0x${'1'.repeat(40)}` }, /issuer did not sign it/],
    ['an issuer that is no address', { iss: '0x1' }, /iss: expected an address/],
    ['an issue in the future', { iat: now + 301, exp: now + 302 }, /issued in the future/],
    ['a long life', { exp: now + 301 }, /lives longer than 300 seconds/],
    ['half seconds', { iat: now + 0.5 }, /iat: /],
    ['a digest in capitals', { digest: `0x${'A'.repeat(64)}` }, /digest: expected 32 bytes in hex/],
    ['no id', { jti: '' }, /jti: /],
  ]
  for (const [name, changes, words] of claims) {
    it(`with ${name} is refused`, async () => {
      expect(await refusal(await tokenOf(changes))).to.match(words)
    })
  }

  it('of another kind is refused: its header counts', async () => {
    expect(await refusal(await tokenOf({}, { alg: 'none', typ: 'JWT' }))).to.match(/alg: /)
  })

  it('with something changed in it is refused', async () => {
    const [header, , signature] = (await signRequest(request, account, now)).split('.')
    const forged = encode({ ...claimsOf(await tokenOf({})), exp: now + 200 })
    expect(await refusal(`${header}.${forged}.${signature}`)).to.match(/issuer did not sign it/)
  })

  it('that is none is refused', async () => {
    const [header, body] = (await signRequest(request, account, now)).split('.')
    const odd: [string, RegExp][] = [
      ['', /three parts/],
      ['a.b', /three parts/],
      [`${header}.${body}.${'A'.repeat(5_000)}`, /three parts/],
      ['§.§.§', /not JSON in base64url/],
      [`${header}.${encode(7)}.`, /it: /],
      [`${header}.${body}.AAAA`, /65 bytes/],
      [`${header}.${body}.${Buffer.alloc(65, 5).toString('base64url')}`, /signature is off|did not sign/],
      [`${header}.${body}.${Buffer.alloc(65).toString('base64url')}`, /signature is off/],
    ]
    for (const [token, words] of odd) expect(await refusal(token)).to.match(words)
  })

  it('whatever is sent, nothing but a refusal comes of it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ maxLength: 80 }), async (text) => {
        await refusal(text)
        await refusal(`${encode({ alg: 'ETH', typ: 'JWT' })}.${text}.${text}`)
      }),
      { numRuns: 50 },
    )
  })
})

describe('the digest of a request', () => {
  it('has its keys in order at every level, and leaves out what is not there', () => {
    const one = { b: [{ y: 1, x: null }], a: 'text', c: undefined }
    const other = { a: 'text', b: [{ x: null, y: 1 }] }
    expect(digestOf(one)).to.equal(digestOf(other))
    expect(digestOf({ a: [1, 2] })).to.not.equal(digestOf({ a: [2, 1] }))
  })

  it('is SHA-256 of plain JSON where the keys are in order', () => {
    // Known: sha256 of `{}`.
    expect(digestOf({})).to.equal('0x44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a')
  })
})
