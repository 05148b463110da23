import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { askSigner } from '../../../adapters/signer/askSigner.ts'
import { Hash } from '../../../protocol/index.ts'

const address = `0x${'cd'.repeat(20)}`
const signature = `0x${'ab'.repeat(65)}`
const draft = {
  subjectType: 'CLAIM' as const,
  subjectHash: Hash.ofText('claim'),
  fundId: 'fund',
  epochId: 1,
  expiresAt: 9,
  nonce: 1,
}

describe('askSigner', () => {
  let folder: string
  let socket: string
  let server: Server
  /** What the signer says to a line; null: it hangs up; undefined: it says nothing. */
  let answer: (line: string) => string | null | undefined
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'ask-'))
    socket = join(folder, 's.sock')
    server = createServer((connection) => {
      connection.on('error', () => {})
      connection.on('data', (chunk) => {
        const said = answer(String(chunk))
        if (said === null) connection.destroy()
        else if (said !== undefined) connection.write(said)
      })
    })
    await new Promise<void>((resolve) => server.listen(socket, resolve))
  })
  after(async () => {
    await new Promise((resolve) => server.close(resolve))
    rmSync(folder, { recursive: true })
  })
  const failure = (work: Promise<unknown>) =>
    work.then(
      () => expect.fail('it succeeded'),
      (error) => error,
    )

  it('sends one line of JSON, and reads one', async () => {
    const asked: string[] = []
    answer = (line) => {
      asked.push(line)
      return `${JSON.stringify({ ok: true, address, signature })}\nmore`
    }
    expect(await askSigner(socket).attest(draft)).to.deep.equal({ address, signature })
    expect(await askSigner(socket).address()).to.equal(address)
    expect(asked.map((line) => JSON.parse(line))).to.deep.equal([{ op: 'attest', draft }, { op: 'address' }])
    expect(asked[0]).to.match(/^[^\n]+\n$/)
  })

  it('S3-37 says why the signer refuses', async () => {
    answer = () => `${JSON.stringify({ ok: false, reason: 'expired', message: 'Too late.' })}\n`
    const error = await failure(askSigner(socket).attest(draft))
    expect(error).to.include({ name: 'Signer.RefusedError', reason: 'expired' })
    expect(error.message).to.contain('Too late. (expired)')
  })

  for (const [what, said] of [
    ['hangs up', null],
    ['says what is not JSON', 'hello\n'],
    ['says what is not a reply', '{"ok":true}\n'],
    ['says a line without an end', 'x'.repeat(10_000)],
    ['signs nothing', `${JSON.stringify({ ok: true, address })}\n`],
  ] as const)
    it(`is unavailable where the signer ${what}`, async () => {
      answer = () => said
      const error = await failure(askSigner(socket).attest(draft))
      expect(error.name).to.equal('Signer.UnavailableError')
      expect(error.message).to.contain(socket).and.to.contain('cresolver signer start')
    })

  it('does not wait for a silent signer beyond its time, nor for one that is not there', async () => {
    answer = () => undefined
    const silent = await failure(askSigner(socket, { timeoutMs: 20 }).address())
    expect(silent.name).to.equal('Signer.UnavailableError')
    expect(silent.cause.message).to.equal('It did not answer in time.')
    const absent = await failure(askSigner(join(folder, 'absent')).address())
    expect(absent.cause.code).to.equal('ENOENT')
  })
})
