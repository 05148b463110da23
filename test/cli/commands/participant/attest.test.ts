import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { privateKeyToAccount } from 'viem/accounts'
import { type Config, readConfig } from '../../../../adapters/signer/Config.ts'
import { startSigner } from '../../../../adapters/signer/startSigner.ts'
import * as attest from '../../../../cli/commands/participant/attest.ts'
import { temporaryFolder } from '../../../../local/temporaryFolder.ts'
import { fundId, type Mined, mine, portsOf, scope } from '../../../adapters/participant/helpers.ts'
import { commandsOf } from '../../../helpers/callCommand.ts'

const participant = commandsOf('participant', attest.register)
const key = `0x${'59'.repeat(32)}` as const
const verifier = privateKeyToAccount(key).address.toLowerCase()
const now = Math.floor(Date.now() / 1_000)

describe('cresolver participant attest', () => {
  const folder = temporaryFolder('attest')
  const socket = join(folder.path, 's.sock')
  let mined: Mined
  let signer: Awaited<ReturnType<typeof startSigner>>

  before(async () => {
    const file = join(folder.path, 'signer.json')
    const config = { socket, keyEnv: 'ATTEST_TEST_KEY', funds: [fundId], audit: folder.path, log: 'silent' }
    writeFileSync(file, JSON.stringify(config))
    signer = await startSigner(readConfig(file) satisfies Config, { env: { ATTEST_TEST_KEY: key } })
    const body = '{"price":7}'
    const fetch = async () => ({ status: 200, headers: {}, body, retrievedAt: now, method: 'GET' as const })
    mined = await mine('https://example.org/price', portsOf({ now: () => now, fetch }))
  })
  after(async () => {
    await signer.stop()
    folder.remove()
  })

  let nonce = 0
  const passed = (changes: object = {}) => ({
    ...{ status: 'OK', taskType: 'verify_claim_or_intent_validity', ...scope, subjectType: 'CLAIM' },
    ...{ subjectHash: mined.claimHash, detail: '', confidence: 0.9, assumptions: [] },
    ...{ verdict: 'PASS', reason: 'REPRODUCED' },
    attestationDraft: { validator: verifier, expiresAt: now + 600, nonce: ++nonce },
    ...changes,
  })
  const words = (more = '') => `attest --signer ${socket} ${more}`.trim()
  const fileOf = (name: string, value: unknown): string => {
    const file = join(folder.path, name)
    writeFileSync(file, JSON.stringify(value))
    return file
  }

  it('C81: has a verification signed that reproduced the claim', async () => {
    const one = await participant.json(words('--agent-id 4'), { input: JSON.stringify(passed()) })
    expect(one).to.deep.include({ verifier, agentId: 4, expiresAt: now + 600, nonce })
    expect(one.signature).to.match(/^0x[0-9a-f]{130}$/)
    const bare = await participant.json(words(), { input: JSON.stringify(passed()) })
    expect(bare).not.to.have.property('agentId')
  })

  it('--claim gives the whole attested claim, and another attestation adds to those it has', async () => {
    const first = await participant.json(words(`--claim ${fileOf('mined.json', mined)}`), {
      input: JSON.stringify(passed()),
    })
    expect(first.claim).to.deep.equal(mined.claim)
    expect(first.attestations).to.have.length(1)
    const second = await participant.json(words(`--claim ${fileOf('attested.json', first)}`), {
      input: JSON.stringify(passed()),
    })
    expect(second.attestations).to.have.length(2)
    expect(second.attestations[0]).to.deep.equal(first.attestations[0])
  })

  it('error: another claim than the verified one is not put under the signature', async () => {
    const other = {
      ...mined.claim,
      observation: { ...mined.claim.observation, crawler: `0x${'11'.repeat(20)}` },
    }
    const refused = await participant.refusal(words(`--claim ${fileOf('other.json', { claim: other })}`), {
      input: JSON.stringify(passed()),
    })
    expect(refused).to.include({ status: 1, error: 'Participant.AnotherClaim' })
  })

  it('bytes that only the archive has are attested where that is said', async () => {
    const input = () => JSON.stringify(passed({ reason: 'VERIFIED_FROM_ARCHIVE' }))
    expect(await participant.refusal(words(), { input: input() })).to.include({
      error: 'Participant.OnlyArchived',
    })
    expect(await participant.json(words('--from-archive'), { input: input() })).to.include({ verifier })
  })

  it('error: a verification that failed, one that is none, a wrong agent id, a signer that refuses', async () => {
    const { attestationDraft: _, ...rest } = passed()
    const failed = { ...rest, verdict: 'FAIL', reason: 'STALE_DATA' }
    expect(await participant.refusal(words(), { input: JSON.stringify(failed) })).to.include({
      status: 1,
      error: 'Participant.NothingToAttest',
    })
    expect(await participant.refusal(words(), { input: '{}' })).to.include({ status: 2, error: 'Cli.Usage' })
    expect(await participant.refusal(words('--agent-id me'), { input: '{}' })).to.include({ status: 2 })
    const expired = passed({ attestationDraft: { validator: verifier, expiresAt: now + 90_000, nonce: 99 } })
    expect(await participant.refusal(words(), { input: JSON.stringify(expired) })).to.include({ status: 1 })
  })
})
