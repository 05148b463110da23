import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { type Address, Bytes, Eip712, type Hash, Wire } from '../../../protocol/index.ts'
import { attest, attestAnswer, attestDefence, NoRoundError } from '../../../workers/sdk/attest.ts'
import { signerOf } from '../../../workers/sdk/Signer.ts'
import { agentId, chainId, cross, market, requestOf, signer } from './workers.ts'

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')

type Digest = {
  fn: string
  name: string
  input: { chainId: number; market: Address.Address; statement: Wire.Statement & { marketId: number } }
  output: Hash.Hash
}

describe('attest', () => {
  const digests: Digest[] = JSON.parse(read('test/vectors/wire.json')).cases.filter(
    ({ fn }: Digest) => fn === 'digest',
  )

  it('the vectors hold digests of both phases', () => {
    expect(new Set(digests.map(({ input }) => input.statement.phase))).to.deep.equal(
      new Set(['resolve', 'challenge']),
    )
  })

  for (const { name, input, output } of digests) {
    it(`signs the digest of the vector "${name}"`, async () => {
      const seen: string[] = []
      const spy = {
        ...signer,
        sign(digest: Hash.Hash) {
          seen.push(digest)
          return signer.sign(digest)
        },
      }
      const { statement, ...where } = input
      const who = { agentId: Number(statement.agentId), signer: spy }
      const { signature } = await attest(who, { ...where, ...statement }, statement.phase, statement)
      expect(seen).to.deep.equal([output])
      expect(Eip712.recover(output, signature)).to.equal(signer.address)
    })
  }

  it('C3: gives the signature of the worked example in docs/write-a-worker.md', async () => {
    const [, text] = /<!-- vector -->\n```json\n([\s\S]*?)\n```/.exec(read('docs/write-a-worker.md'))!
    const { key, agentId, request, reply, attestation } = JSON.parse(text!)
    expect(await attestAnswer({ agentId, signer: signerOf(key) }, request, reply)).to.deep.equal({
      signer: attestation.signer.toLowerCase(),
      signature: attestation.signature,
      request_hash: Wire.requestHash(request),
    })
  })

  it('signs a defence in phase 2, for the round of the answer', async () => {
    const request = Wire.toChallengeRequest(requestOf(), cross, { determination: true })
    const { signature } = await attestDefence({ agentId, signer }, requestOf(), request, {
      responses: ['a', 'b', 'c'],
      reproductions: 'pfu',
    })
    const digest = Wire.attestationDigest(Eip712.separator(Wire.domain(chainId, market)), {
      marketId: 7,
      agentId,
      round: 1,
      phase: 'challenge',
      requestHash: Wire.requestHash(request),
      responseHash: Wire.defenceHash({ responses: ['a', 'b', 'c'], reproductions: 'pfu' }),
      checkHash: Bytes.zero32,
    })
    expect(Eip712.recover(digest, signature)).to.equal(signer.address)
  })

  it('error: a request that names no round', async () => {
    const reply = { determination: true, confidence: 1, evidence: '', sources: [] }
    for (const context of [undefined, 'text', '{}', '{"chain_id":1,"market":"0x1","round":1}']) {
      const request = { market_id: 1, question: 'Why?', ...(context === undefined ? {} : { context }) }
      const error = await attestAnswer({ agentId, signer }, request, reply).catch((error: unknown) => error)
      expect(error).to.be.instanceOf(NoRoundError)
    }
  })
})
