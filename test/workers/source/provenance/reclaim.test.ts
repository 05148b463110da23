import { expect } from 'chai'
import { privateKeyToAccount } from 'viem/accounts'
import { Instant, Json } from '../../../../protocol/index.ts'
import {
  claimIdentifier,
  reclaimClaims,
  reclaimTrust,
  wholeBody,
} from '../../../../workers/source/provenance/reclaim.ts'
import { body, itemOf, observedAt, retrievedAt, url } from './items.ts'

const [one, two, stranger] = ['11', '22', '33'].map((byte) =>
  privateKeyToAccount(`0x${byte.repeat(32)}`),
) as [
  ReturnType<typeof privateKeyToAccount>,
  ReturnType<typeof privateKeyToAccount>,
  ReturnType<typeof privateKeyToAccount>,
]
const trust = reclaimTrust.parse({ attestors: [one.address, two.address] })
const request = {
  url,
  method: 'GET',
  responseMatches: [{ type: 'regex', value: wholeBody }],
  responseRedactions: [],
}

type Changes = {
  request?: object
  context?: object
  timestampS?: number
  signers?: readonly (typeof one)[]
  /** After it was signed. */
  after?: object
  scheme?: string
}

async function claim(changes: Changes = {}, item: object = {}) {
  const info = {
    provider: 'http' as const,
    parameters: Json.canonical({ ...request, ...changes.request } as never),
    context: Json.canonical({ extractedParameters: { body }, ...changes.context } as never),
    owner: `0x${'44'.repeat(20)}`,
    timestampS: changes.timestampS ?? retrievedAt,
    epoch: 1,
  }
  const identifier = claimIdentifier(info)
  const message = `${identifier}\n${info.owner}\n${info.timestampS}\n${info.epoch}`
  const signatures = await Promise.all(
    (changes.signers ?? [one]).map((signer) => signer.signMessage({ message })),
  )
  const proof = {
    scheme: changes.scheme ?? 'reclaim',
    claimData: { ...info, identifier, ...changes.after },
    signatures,
  }
  return itemOf({ kind: 'zktls', tier: 0, proof, confidence_bps: 9_900 }, item)
}

const verify = reclaimClaims(trust)
const faultOf = async (changes: Changes, item: object = {}) => verify(await claim(changes, item))

describe('reclaimClaims', () => {
  it('S2-28: holds where a trusted attestor signed the whole reply', async () => {
    expect(await faultOf({})).to.equal(null)
    expect(await faultOf({ request: { headers: { Accept: 'application/json' }, body: '' } })).to.equal(null)
    expect(await faultOf({ context: { contextMessage: 'for a market' } })).to.equal(null)
  })

  it('S2-28: refuses a signature of a stranger, and too few', async () => {
    expect(await faultOf({ signers: [stranger] })).to.equal(
      '0 of the trusted attestors signed this claim, and 1 must.',
    )
    const both = reclaimClaims({ ...trust, threshold: 2 })
    expect(await both(await claim({ signers: [one, one] }))).to.include('1 of the trusted attestors')
    expect(await both(await claim({ signers: [one, two] }))).to.equal(null)
  })

  it('S2-28: refuses a claim that was changed after it was signed', async () => {
    const changed: [object, string][] = [
      [{ parameters: '{}' }, 'not the one that its identifier names'],
      [{ context: '{}' }, 'not the one that its identifier names'],
      [{ timestampS: retrievedAt + 1 }, 'attestors signed this claim'],
      [{ owner: `0x${'55'.repeat(20)}` }, 'attestors signed this claim'],
      [{ epoch: 2 }, 'attestors signed this claim'],
      [{ provider: 'other' }, 'not a proof of a Reclaim claim'],
      [{ extra: 1 }, 'not a proof of a Reclaim claim'],
    ]
    for (const [after, why] of changed)
      expect(await faultOf({ after }), JSON.stringify(after)).to.include(why)
  })

  it('S2-28: refuses a claim about another address, another body, or a part of the body', async () => {
    expect(await faultOf({ request: { url: `${url}&x=1` } })).to.include('The claim is about https://')
    expect(await faultOf({ context: { extractedParameters: { body: 'other' } } })).to.equal(
      'The claim holds another reply.',
    )
    expect(await faultOf({ context: { extractedParameters: {} } })).to.include('does not hold the body')
    const plain = 'The claim is not about a whole reply to a plain GET request.'
    const requests = [
      { responseMatches: [{ type: 'regex', value: '(?<body>.*)' }] },
      { responseMatches: [{ type: 'regex', value: wholeBody, invert: true }] },
      { responseMatches: [] },
      { responseRedactions: [{ regex: 'x' }] },
      { method: 'POST' },
      { body: 'x' },
      { paramValues: { a: 'b' } },
      { headers: { Host: 'other.example' } },
      { unknown: 1 },
    ]
    for (const request of requests)
      expect(await faultOf({ request }), JSON.stringify(request)).to.equal(plain)
    const posted = { retrieval: { ...itemOf(undefined as never).retrieval, method: 'POST' } }
    expect(await faultOf({}, posted)).to.equal('The claim is about a GET request.')
  })

  it('S2-28: refuses a claim of another time, and one from before its own sample', async () => {
    expect(await faultOf({ timestampS: retrievedAt + 601 })).to.include('not when it was fetched')
    expect(await faultOf({ timestampS: observedAt - 1 })).to.equal(
      'It was claimed before the time of its own sample.',
    )
    const fetched = {
      ...itemOf(undefined as never).retrieval,
      retrieved_at: Instant.format(retrievedAt + 3_600),
    }
    expect(await faultOf({}, { retrieval: fetched })).to.include('not when it was fetched')
  })

  it('B7: refuses junk', async () => {
    for (const proof of [{ junk: true }, null, 'text', []])
      expect(await verify(itemOf({ kind: 'zktls', tier: 0, proof, confidence_bps: 1 }))).to.equal(
        'It is not a proof of a Reclaim claim.',
      )
  })
})

describe('reclaimTrust', () => {
  it('takes no threshold that cannot be met', () => {
    expect(reclaimTrust.safeParse({ attestors: [one.address], threshold: 2 }).success).to.equal(false)
    expect(reclaimTrust.safeParse({ attestors: [one.address, one.address], threshold: 2 }).success).to.equal(
      false,
    )
    expect(reclaimTrust.safeParse({ attestors: [] }).success).to.equal(false)
  })
})
