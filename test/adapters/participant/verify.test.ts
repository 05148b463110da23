import { expect } from 'chai'
import fc from 'fast-check'
import { runTask } from '../../../adapters/participant/runTask.ts'
import { claimHash } from '../../../adapters/participant/Subject.ts'
import { Bytes, Hash } from '../../../protocol/index.ts'
import { type Reply, TransportError } from '../../../services/fetch/Transport.ts'
import { budget } from '../../helpers/budget.ts'
import { mine, portsOf, verificationTask, verify } from './helpers.ts'

const unreachable = async () => {
  throw new TransportError('connection', 'Nobody is there.')
}

describe('a PASS', () => {
  it('S3-34 C81 is impossible unless the value came again or bytes of that hash were had, and alone has a draft', async () => {
    const timestamp = 1_000_000
    const honest = '{"price":"7"}'
    const fetched = async (body: string): Promise<Reply> => ({
      status: 200,
      headers: {},
      body,
      retrievedAt: timestamp,
      method: 'GET',
    })
    const mined = await mine(
      'https://example.org/price',
      portsOf({ now: () => timestamp, fetch: () => fetched(honest) }),
    )
    const bodies = fc.constantFrom(honest, '{"price":"8"}', '{"price": "7"}', '{}', 'no JSON', null)
    const cases = fc.record({
      now: bodies,
      archived: bodies,
      reproducible: fc.boolean(),
      extracted: fc.constantFrom('7', '7', '7', '8'),
      age: fc.constantFrom(0, 0, 0, 600, 601, -61),
      keepsHash: fc.constantFrom(false, false, false, true),
      epochId: fc.constantFrom(1, 1, 1, 2),
      responseHash: fc.constantFrom(honest, '{"price": "7"}', 'x').map((text) => Hash.ofText(text)),
    })
    let passes = 0
    await fc.assert(
      fc.asyncProperty(
        cases,
        async ({ now, archived, reproducible, extracted, age, keepsHash, epochId, responseHash }) => {
          const observation = {
            ...mined.claim.observation,
            extracted,
            responseHash,
            evidenceURI: `keccak256:${responseHash}`,
          }
          const claim = { ...mined.claim, observation }
          const subject = { claim, claimHash: keepsHash ? mined.claimHash : claimHash(claim) }
          const ports = portsOf({
            now: () => timestamp + age,
            fetch: () => (now === null ? unreachable() : fetched(now)),
            archive: {
              put: async () => {},
              get: async () => (archived === null ? null : Bytes.fromText(archived)),
            },
          })
          const validationPolicy = { reproducible, maxDataAgeSeconds: 600 }
          const result = await verify(subject, ports, { epochId, validationPolicy })
          expect('attestationDraft' in result).to.equal(result.verdict === 'PASS')
          if (result.verdict !== 'PASS') return
          passes++
          const isBytes = (text: string | null) => text !== null && Hash.ofText(text) === responseHash
          const holds = (text: string | null) => text?.includes(`"${extracted}"`) === true
          expect(
            (reproducible && isBytes(now) && holds(now)) || (isBytes(archived) && holds(archived)),
          ).to.equal(true)
          if (reproducible) expect(holds(now), 'C145 the source itself says it').to.equal(true)
          expect([epochId, Math.abs(age) <= 600, subject.claimHash]).to.deep.equal([
            1,
            true,
            claimHash(claim),
          ])
        },
      ),
      { numRuns: budget(300, 5_000) },
    )
    expect(passes, 'the property was put to the test').to.be.greaterThan(0)
  })

  it('C84 has a nonce that a number holds, from a port', async () => {
    const mined = await mine('https://example.org/', portsOf({ fetch: async () => reply('{"price":1}') }))
    const ports = portsOf({ fetch: async () => reply('{"price":1}'), nonce: () => 2 ** 53 - 1 })
    expect(await verify(mined, ports)).to.have.nested.property('attestationDraft.nonce', 2 ** 53 - 1)
    const failing = portsOf({ fetch: async () => reply('{"price":1}'), nonce: () => 2 ** 53 })
    let error: unknown
    await runTask(verificationTask(mined), failing).catch((caught) => {
      error = caught
    })
    expect(error).to.be.instanceOf(Error)
  })
})

const reply = (body: string): Reply => ({
  status: 200,
  headers: {},
  body,
  retrievedAt: Math.floor(Date.now() / 1_000),
  method: 'GET',
})
