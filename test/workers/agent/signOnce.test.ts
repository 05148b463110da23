import { expect } from 'chai'
import { Address, Bytes, Eip712, Hash, Wire } from '../../../protocol/index.ts'
import type { Store } from '../../../services/store/Store.ts'
import { decide, type Signing, signDecided } from '../../../workers/agent/signOnce.ts'
import { chainId, market, sharedStore, signer } from './agents.ts'

let markets = 500_000
const signingOf = (changes: Partial<Signing> = {}): Signing => ({
  chainId,
  market,
  marketId: ++markets,
  agentId: 3,
  round: 1,
  phase: 'resolve',
  ...changes,
})
const hashesOf = (text: string) => ({
  requestHash: Hash.asRequestHash(Hash.ofText('request')),
  responseHash: Hash.ofText(text),
})
const statementOf = (text: string) => ({ ...hashesOf(text), checkHash: Bytes.zero32 })

describe('signOnce', function () {
  this.timeout(120_000)
  let store: Store
  before(async () => {
    store = await sharedStore()
  })

  describe('decide', () => {
    it('SPEC §2: whoever comes first decides what may be signed, for ever', async () => {
      const signing = signingOf()
      expect(await decide(store, signer, signing, hashesOf('one'))).to.deep.equal({
        ...hashesOf('one'),
        isOurs: true,
      })
      expect(await decide(store, signer, signing, hashesOf('other'))).to.deep.equal({
        ...hashesOf('one'),
        isOurs: false,
      })
      expect((await decide(store, signer, signing, hashesOf('one'))).isOurs, 'the same again').to.equal(true)
    })

    it('SPEC §2: each phase, round, market, chain, agent and signer is decided apart', async () => {
      const signing = signingOf()
      await decide(store, signer, signing, hashesOf('one'))
      const others: Partial<Signing>[] = [
        { phase: 'challenge' },
        { round: 2 },
        { chainId: 1 },
        { market: Address.of(`0x${'99'.repeat(20)}`) },
        { marketId: ++markets },
        { agentId: 4 },
      ]
      for (const change of others) {
        const decision = await decide(store, signer, { ...signing, ...change }, hashesOf('other'))
        expect(decision.isOurs, JSON.stringify(change)).to.equal(true)
      }
      const another = { ...signer, address: `0x${'AB'.repeat(20)}` as const }
      expect((await decide(store, another, signing, hashesOf('other'))).isOurs).to.equal(true)
      const spelled = { ...another, address: `0x${'ab'.repeat(20)}` as const }
      expect(
        (await decide(store, spelled, signing, hashesOf('one'))).isOurs,
        'however it is spelled',
      ).to.equal(false)
    })

    it('SPEC §2: of many at once one wins', async () => {
      const signing = signingOf()
      const texts = Array.from({ length: 8 }, (_, i) => `answer ${i}`)
      const decisions = await Promise.all(texts.map((text) => decide(store, signer, signing, hashesOf(text))))
      expect(decisions.filter(({ isOurs }) => isOurs)).to.have.length(1)
      expect(new Set(decisions.map(({ responseHash }) => responseHash)).size).to.equal(1)
    })
  })

  describe('signDecided', () => {
    it('SPEC §6: signs what was decided, and keeps the signature', async () => {
      const signing = signingOf()
      const attestation = (await signDecided(store, signer, signing, statementOf('one')))!
      const digest = Wire.attestationDigest(Eip712.separator(Wire.domain(chainId, market)), {
        marketId: signing.marketId,
        agentId: 3,
        round: 1,
        phase: 'resolve',
        ...statementOf('one'),
      })
      expect(Eip712.isSignedBy(signer.address, digest, attestation.signature)).to.equal(true)
      const rows = await store.query('select signature from signatures where market_id = $1', [
        signing.marketId,
      ])
      expect(rows).to.deep.equal([{ signature: attestation.signature }])
    })

    it('SPEC §2: signs nothing else, and never asks the key for it', async () => {
      const signing = signingOf()
      await signDecided(store, signer, signing, statementOf('one'))
      let asked = 0
      const counting = {
        address: signer.address,
        sign: (parameters: { hash: Hash.Hash }) => {
          asked++
          return signer.sign(parameters)
        },
      }
      expect(await signDecided(store, counting as typeof signer, signing, statementOf('other'))).to.equal(
        null,
      )
      expect(asked).to.equal(0)
      const again = await signDecided(store, counting as typeof signer, signing, statementOf('one'))
      expect(again!.signer.toLowerCase()).to.equal(signer.address.toLowerCase())
    })
  })
})
