import { expect } from 'chai'
import { makeParticipant, participantConfig } from '../../../adapters/participant/Participant.ts'
import { Address } from '../../../protocol/index.ts'
import type { Store } from '../../../services/store/Store.ts'
import { fundId, market, self } from './helpers.ts'

const verifier = Address.of(`0x${'ef'.repeat(20)}`)
const environment = {
  store: {} as Store,
  fetch: () => expect.fail('it fetched'),
  chainId: 31_337,
  market,
  rpcUrl: undefined,
}
const make = (changes: object = {}) =>
  makeParticipant(participantConfig.parse({ address: self, ...changes }), environment)
const attestation = { verifier, expiresAt: 1, nonce: 1, signature: '0x' }

describe('the part of a participant in a config', () => {
  it('needs an address alone, written in any case', () => {
    const config = participantConfig.parse({ address: `0x${self.slice(2).toUpperCase()}` })
    expect(config).to.deep.include({ address: self, peers: [], running: 4, threshold: 10_000, weights: [] })
  })

  for (const [what, change] of [
    ['a peer that is not a web address', { peers: ['worker.example'] }],
    ['a peer with a slash at its end', { peers: ['https://worker.example/'] }],
    ['a peer with a query', { peers: ['https://worker.example?x'] }],
    ['an archive that would not hold one reply', { archiveBytes: 1_048_575 }],
    ['a weight of nothing', { weights: [{ verifier, weight: 0 }] }],
    ['a threshold that everyone meets', { threshold: 0 }],
    ['a key', { key: '0x00' }],
  ] as const)
    it(`refuses ${what}`, () => {
      expect(participantConfig.safeParse({ address: self, ...change }).success).to.equal(false)
    })
})

describe('makeParticipant', () => {
  it('S3-42 weighs by the list where no chain is known', async () => {
    const registries = { identityRegistry: market, reputationRegistry: market }
    const { policy } = make({
      weights: [{ verifier: verifier.toUpperCase().replace('0X', '0x'), weight: 7 }],
      reputation: registries,
    })
    expect(await policy.weightOf(attestation)).to.equal(7)
    expect(await policy.weightOf({ ...attestation, verifier: Address.of(market), agentId: 1 })).to.equal(0)
    expect(policy).to.include({ fundId, threshold: 10_000 })
  })

  it('S3-6 prefers the specs of its config to those that come with the software', () => {
    const [known] = make().ports.specs!.all
    const own = { ...known!, about: 'ours' }
    const { specs } = make({ specs: [own] }).ports
    expect(specs!.find(known!.sourceSpecId)!.about).to.equal('ours')
    expect(specs!.all).to.have.length(make().ports.specs!.all.length)
  })

  it('C84 draws nonces that a number holds, and does tasks in its own name', () => {
    const { ports, running } = make({ running: 2 })
    const nonces = Array.from({ length: 50 }, () => ports.nonce())
    expect(new Set(nonces).size).to.equal(50)
    expect(nonces.every(Number.isSafeInteger)).to.equal(true)
    expect([ports.self, running]).to.deep.equal([self, 2])
  })
})
