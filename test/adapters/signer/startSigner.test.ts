import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { privateKeyToAccount } from 'viem/accounts'
import { askSigner, RefusedError } from '../../../adapters/signer/askSigner.ts'
import { schema } from '../../../adapters/signer/Config.ts'
import { startSigner } from '../../../adapters/signer/startSigner.ts'
import { Approval, Eip712, Hash } from '../../../protocol/index.ts'
import { makeLog } from '../../../services/http/makeLog.ts'
import { checkConfigValue } from '../../../services/http/ServiceConfig.ts'

const key = `0x${'59'.repeat(32)}` as const
const address = privateKeyToAccount(key).address.toLowerCase() as `0x${string}`
const fundId = `eip155:31337:0x${'ab'.repeat(20)}`
const now = 1_000_000

const draft = (changes: object = {}) => ({
  subjectType: 'CLAIM' as const,
  subjectHash: Hash.ofText('claim'),
  fundId,
  epochId: 1,
  expiresAt: now + 900,
  nonce: 1,
  ...changes,
})

describe('a signer', () => {
  let folder: string
  let at: number
  const running: { stop(): Promise<void> }[] = []
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'signer-'))
    at = now
  })
  afterEach(async () => {
    for (const one of running.splice(0)) await one.stop()
    rmSync(folder, { recursive: true })
  })

  const start = async (changes: object = {}) => {
    const value = {
      socket: 's.sock',
      keyEnv: 'KEY',
      funds: [fundId],
      audit: 'audit',
      log: 'silent',
      graceMs: 100,
      ...changes,
    }
    const config = checkConfigValue(schema, value, { file: join(folder, 'signer.yaml'), examples: '-' })
    const started = await startSigner(config, { env: { KEY: key }, log: makeLog('silent'), now: () => at })
    running.push(started)
    return started
  }
  const client = () => askSigner(join(folder, 's.sock'))
  const refusal = async (changes: object) => {
    const error = await client()
      .attest(draft(changes))
      .then(
        () => null,
        (caught) => caught,
      )
    return error instanceof RefusedError ? error.reason : error
  }
  const audit = () => readFileSync(join(folder, 'audit', 'audit.jsonl'), 'utf8')

  it('S3-37 C88 says its address and signs an attestation that anyone can check', async () => {
    await start()
    expect(await client().address()).to.equal(address)
    const { signature } = await client().attest(draft({ validator: address }))
    const digest = Approval.digest({ ...draft(), verifier: address })
    expect(Eip712.isSignedBy(address, digest, signature)).to.equal(true)
  })

  it('signs only the types, funds and times it is configured for, and only as itself', async () => {
    await start()
    expect(await refusal({ subjectType: 'INTENT' })).to.equal('type-not-allowed')
    expect(await refusal({ fundId: `eip155:1:0x${'ab'.repeat(20)}` })).to.equal('fund-not-allowed')
    expect(await refusal({ fundId: 'fund-1' })).to.equal('fund-not-allowed')
    expect(await refusal({ validator: `0x${'00'.repeat(20)}` })).to.equal('another-validator')
    expect(await refusal({ expiresAt: now })).to.equal('expired')
    expect(await refusal({ expiresAt: now + 901 })).to.equal('lives-too-long')
    expect(await refusal({ nonce: 2 ** 53 })).to.equal('malformed')
    expect(await refusal({ digest: Hash.ofText('anything') })).to.equal('malformed')
  })

  it('signs intents where it is told to, in a type of their own', async () => {
    await start({ subjectTypes: ['INTENT'] })
    const { signature } = await client().attest(draft({ subjectType: 'INTENT' }))
    const approval = { ...draft(), verifier: address }
    expect(
      Eip712.isSignedBy(address, Approval.digest({ ...approval, subjectType: 'INTENT' }), signature),
    ).to.equal(true)
    expect(Eip712.isSignedBy(address, Approval.digest(approval), signature)).to.equal(false)
    expect(await refusal({ nonce: 2 })).to.equal('type-not-allowed')
  })

  it('uses a nonce once, and gives the same signature to whoever asks for the same again', async () => {
    await start()
    const [first, again] = [await client().attest(draft()), await client().attest(draft())]
    expect(again).to.deep.equal(first)
    expect(audit().trim().split('\n')).to.have.length(1)
    expect(await refusal({ epochId: 2 })).to.equal('nonce-used')
  })

  it('keeps to its limits, also over a restart', async () => {
    const limits = { limits: { perMinute: 2, perDay: 3 } }
    const first = await start(limits)
    await client().attest(draft({ nonce: 1 }))
    await client().attest(draft({ nonce: 2 }))
    expect(await refusal({ nonce: 3 })).to.equal('rate-limited')
    await first.stop()
    running.length = 0
    await start(limits)
    expect(await refusal({ nonce: 3 })).to.equal('rate-limited')
    expect(await refusal({ nonce: 1, epochId: 2 })).to.equal('nonce-used')
    at = now + 60
    await client().attest(draft({ nonce: 3 }))
    at = now + 200
    expect(await refusal({ nonce: 4, expiresAt: at + 1 })).to.equal('rate-limited')
  })

  it('writes down what it was asked before it signs, and never its key', async () => {
    await start()
    await client().attest(draft())
    await refusal({ nonce: 2, subjectType: 'INTENT' })
    const entries = audit()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(entries.map(({ decision, nonce }) => [decision, nonce])).to.deep.equal([
      ['signed', 1],
      ['type-not-allowed', 2],
    ])
    expect(entries[1].previous).to.equal(Hash.ofText(audit().split('\n')[0]!))
    expect(audit()).not.to.contain('5959')
  })

  it('does not start on a log that was changed, and forgives one that was cut off by a crash', async () => {
    const first = await start()
    for (const nonce of [1, 2, 3]) await client().attest(draft({ nonce }))
    await first.stop()
    running.length = 0
    const file = join(folder, 'audit', 'audit.jsonl')
    const whole = audit()
    const refused = async () => (await start().catch((error) => error)).name
    writeFileSync(file, whole.replace('"nonce":2', '"nonce":9'))
    expect(await refused()).to.equal('Signer.BrokenLogError')
    writeFileSync(file, whole.split('\n').toSpliced(1, 1).join('\n'))
    expect(await refused()).to.equal('Signer.BrokenLogError')
    writeFileSync(file, whole)
    appendFileSync(file, '{"at":1000')
    await start()
    expect(audit()).to.equal(whole)
  })

  it('listens where only its own user may ask, and leaves a living signer and other files alone', async () => {
    const { socket } = await start()
    expect(statSync(socket).mode & 0o777).to.equal(0o600)
    expect((await start({ audit: 'other' }).catch((error) => error)).name).to.equal('Config.SocketTakenError')
    expect((await start({ socket: 't.sock' }).catch((error) => error)).name).to.match(/^Store\./)
    writeFileSync(join(folder, 'a-file'), 'x')
    expect((await start({ socket: 'a-file', audit: 'other' }).catch((error) => error)).name).to.equal(
      'Config.SocketTakenError',
    )
    expect(existsSync(join(folder, 'a-file'))).to.equal(true)
  })

  it('answers what is no request, and hangs up on a line without an end', async () => {
    const { socket } = await start()
    const talk = (text: string) =>
      new Promise<string>((resolve) => {
        let said = ''
        const connection = connect(socket, () => connection.write(text))
        connection.on('data', (chunk) => {
          said += chunk
          connection.end()
        })
        connection.on('error', () => {})
        connection.on('close', () => resolve(said))
      })
    for (const text of ['no JSON\n', '{}\n', '{"op":"sign","hash":"0x00"}\n', `${'['.repeat(4_000)}\n`])
      expect(JSON.parse(await talk(text))).to.include({ ok: false, reason: 'malformed' })
    expect(await talk('x'.repeat(10_000))).to.equal('')
    expect(JSON.parse(await talk('{"id":7,"op":"address"}\n'))).to.deep.equal({ id: 7, ok: true, address })
  })
})
