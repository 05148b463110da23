import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { privateKeyToAccount } from 'viem/accounts'
import { askSigner } from '../../../adapters/signer/askSigner.ts'
import { Approval, Eip712, Hash } from '../../../protocol/index.ts'
import { type ServiceProcess, startService } from '../../helpers/serviceProcess.ts'

const key = `0x${'59'.repeat(32)}` as const
const address = privateKeyToAccount(key).address.toLowerCase() as `0x${string}`
const fundId = `eip155:31337:0x${'ab'.repeat(20)}`

describe('cresolver signer start', function () {
  this.timeout(60_000)
  const folder = mkdtempSync(join(tmpdir(), 'signer-'))
  const socket = join(folder, 's.sock')
  const log = () => readFileSync(join(folder, 'audit', 'audit.jsonl'), 'utf8')
  const expiresAt = Math.floor(Date.now() / 1_000) + 600
  let signer: ServiceProcess
  const start = () => {
    const limits = { perMinute: 2 }
    const config = { socket, keyEnv: 'THE_KEY', funds: [fundId], audit: join(folder, 'audit'), limits }
    return startService(['signer', 'start'], config, { THE_KEY: key })
  }
  const draft = (nonce: number, subjectType: 'CLAIM' | 'INTENT' = 'CLAIM') => ({
    subjectType,
    subjectHash: Hash.ofText('claim'),
    fundId,
    epochId: 1,
    expiresAt,
    nonce,
  })
  const ask = async (...draftOf: Parameters<typeof draft>) =>
    askSigner(socket)
      .attest(draft(...draftOf))
      .then(
        () => 'signed',
        ({ reason }) => reason,
      )
  before(async () => {
    signer = await start()
  })
  after(async () => {
    await signer?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  it('S3-37 C88 signs what its config allows, and refuses another type', async () => {
    expect(signer.line).to.deep.include({ address, funds: [fundId], subject_types: ['CLAIM'] })
    const { signature } = await askSigner(socket).attest(draft(1))
    const digest = Approval.digest({ ...draft(1), verifier: address })
    expect(Eip712.isSignedBy(address, digest, signature)).to.equal(true)
    expect(await ask(2, 'INTENT')).to.equal('type-not-allowed')
  })

  it('keeps to its limits although it is stopped and started again, and writes down what it decided', async () => {
    expect(await ask(3)).to.equal('signed')
    expect(await signer.stop()).to.equal(0)
    expect(existsSync(socket)).to.equal(false)
    signer = await start()
    expect(await ask(4)).to.equal('rate-limited')
    const decisions = log()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).decision)
    expect(decisions).to.deep.equal(['signed', 'type-not-allowed', 'signed'])
  })

  it('S3-37 shows its key nowhere', () => {
    expect(JSON.stringify(signer.line) + signer.logs() + log()).not.to.include('5959')
  })
})
