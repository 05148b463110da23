import { expect } from 'chai'
import { concatHex, keccak256, numberToHex, stringToHex } from 'viem'
import { WorkerToken } from '../../protocol/index.ts'

describe('WorkerToken', () => {
  it('SPEC §6: is keccak256 of the secret and the agent, as anybody else computes it', () => {
    for (const [secret, agentId] of [
      ['', 0],
      ['a secret of the DON', 7],
      ['ünïcode', 2 ** 40],
    ] as const)
      expect(`0x${WorkerToken.of(secret, agentId)}`).to.equal(
        keccak256(concatHex([stringToHex(secret), numberToHex(agentId, { size: 32 })])),
      )
  })

  it('is another for each worker and each secret, and fits into a header', () => {
    const tokens = ['one', 'two'].flatMap((secret) => [0, 1, 256].map((id) => WorkerToken.of(secret, id)))
    expect(new Set(tokens).size).to.equal(tokens.length)
    for (const token of tokens) expect(token).to.match(/^[0-9a-f]{64}$/)
  })
})
