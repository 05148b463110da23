import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inspect } from 'node:util'
import { expect } from 'chai'
import { readReceipt } from '../../../adapters/moltbook/Captcha.ts'
import { ApiKey } from '../../../adapters/moltbook/Credentials.ts'
import { openHost } from '../../../adapters/moltbook/Host.ts'
import { Credentials, comment } from '../../../adapters/moltbook/index.ts'
import { temporaryFolder } from '../../../local/temporaryFolder.ts'
import { projectFiles } from '../../../scripts/check/files.ts'
import { failed } from './failed.ts'
import { type Stage, setStage, writeCredentials } from './stage.ts'

const secret = 'moltbook_sk_0123456789abcdef'
const key = new ApiKey(secret)

describe('the way to Moltbook', () => {
  let stage: Stage
  before(async () => {
    stage = await setStage()
  })
  after(() => stage.close())

  for (const method of ['DELETE', 'delete', 'Delete'])
    it(`S0-3 S0-51: ${method} is refused before anything is sent`, async () => {
      const { reader } = openHost({ key, baseUrl: stage.moltbook.url })
      const before = stage.moltbook.log.length
      const error = await failed(reader.request(method, '/posts/1'))
      expect(error.message).to.contain('DELETE operations are forbidden by AAP policy')
      expect(stage.moltbook.log.length).to.equal(before)
    })

  for (const method of ['POST', 'PUT', 'PATCH', 'post'])
    it(`S0-71: a reader cannot ${method}`, async () => {
      const { reader } = openHost({ key, baseUrl: stage.moltbook.url })
      const before = stage.moltbook.log.length
      expect((await failed(reader.request(method, '/posts'))).name).to.equal('Moltbook.UnverifiedWriteError')
      expect(stage.moltbook.log.length).to.equal(before)
    })

  for (const base of [
    'https://moltbook.com/api/v1',
    'http://www.moltbook.com/api/v1',
    'https://www.moltbook.com.example.org/api/v1',
    'https://www.moltbook.com@example.org/api/v1',
    'https://www.moltbook.com:444/api/v1',
    'http://10.0.0.1:80/api/v1',
    'http://169.254.169.254:80/x',
    'ftp://127.0.0.1:21/x',
    'http://127.0.0.1:8080/api/../v1',
  ])
    it(`C62: the key is not sent to ${base}`, () => {
      expect(() => openHost({ key, baseUrl: base })).to.throw('The key is not sent to')
    })

  for (const path of ['/../../admin', '/%2e%2e/%2e%2e/admin', '/posts/../../../x'])
    it(`a path does not climb out of the API: ${path}`, async () => {
      const { reader } = openHost({ key, baseUrl: stage.moltbook.url })
      expect((await failed(reader.request('GET', path))).name).to.equal('Moltbook.OutsideError')
    })

  it('C62: a redirect is not followed, wherever it leads', async () => {
    let calls = 0
    const server = createServer((_, response) => {
      calls++
      response.writeHead(302, { location: '/api/v1/elsewhere' }).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`
    const { reader } = openHost({ key, baseUrl })
    expect((await failed(reader.request('GET', '/agents/me'))).name).to.equal('Moltbook.RedirectError')
    expect(calls).to.equal(1)
    server.close()
    server.closeAllConnections()
  })

  it('S0-1: nothing but the verified writer opens the host, and nothing else in the project names Moltbook’s API', () => {
    const folder = fileURLToPath(new URL('../../../adapters/moltbook/', import.meta.url))
    const opening = readdirSync(folder)
      .filter((name) => name.endsWith('.ts') && name !== 'Host.ts')
      .filter((name) => /\bopenHost\b|\bPoster\b/.test(readFileSync(join(folder, name), 'utf8')))
    expect(opening).to.deep.equal(['VerifiedWriter.ts'])
    const naming = projectFiles()
      .filter(
        ({ path, text }) =>
          /\.(?:ts|mjs|sol)$/.test(path) && !path.startsWith('test/') && text.includes('moltbook.com/api'),
      )
      .map(({ path }) => path)
    expect(naming).to.deep.equal(['adapters/moltbook/Host.ts'])
  })

  it('a reply that repeats the key is not used, and no message holds it', async () => {
    stage.moltbook.fail({ method: 'GET', path: /agents\/me$/, what: 'echo', isDone: true })
    const error = await failed(stage.use((adapter) => comment(adapter, { postId: 'p1', content: 'x' })))
    expect(error.name).to.equal('Moltbook.EchoError')
    expect(inspect(error, { depth: 10 })).to.not.contain(stage.me.key)
  })
})

describe('a challenge', () => {
  const verification = {
    verification_code: 'moltbook_verify_abc',
    challenge_text: 'A lobster…',
    expires_at: '2026-02-20T12:05:00.000Z',
  }
  const expiresAt = Date.parse(verification.expires_at) / 1_000

  for (const [where, body] of [
    ['at the top', { success: true, id: 'x1', verification }],
    ['in the post', { success: true, post: { id: 'x1', verification } }],
    ['in the comment', { success: true, comment: { id: 'x1', verification } }],
    ['in the submolt', { success: true, id: 'x1', submolt: { verification } }],
    ['in data', { success: true, data: { post: { id: 'x1', verification } } }],
    ['flat', { success: true, id: 'x1', ...verification }],
  ] as const)
    it(`S0-43 C59: is found ${where}`, () => {
      expect(readReceipt(body, 0)).to.deep.equal({
        id: 'x1',
        challenge: { code: 'moltbook_verify_abc', text: 'A lobster…', expiresAt },
        isPending: true,
      })
    })

  it('C59: success with verification_status pending and no challenge is not published', () => {
    const { challenge, isPending } = readReceipt(
      { success: true, post: { id: 'x', verification_status: 'pending' } },
      0,
    )
    expect([challenge, isPending]).to.deep.equal([null, true])
  })

  it('without a time of expiry there are five minutes', () => {
    const { challenge } = readReceipt({ ...verification, expires_at: null }, 1_000)
    expect(challenge?.expiresAt).to.equal(1_300)
  })

  it('a reply without end is given up', () => {
    let deep: unknown = verification
    for (let i = 0; i < 5_000; i++) deep = { deep }
    expect(readReceipt(deep, 0)).to.deep.equal({ id: null, challenge: null, isPending: false })
  })
})

describe('credentials', () => {
  const folder = temporaryFolder('credentials')
  after(() => folder.remove())

  it('S0-73 S0-74 C63: --account picks <account>-credentials.json; without it credentials.json', () => {
    writeCredentials(folder.path, secret)
    writeCredentials(folder.path, `${secret}2`, 'w3cash-credentials.json')
    expect(Credentials.read(folder.path, undefined).key.authorization()).to.equal(`Bearer ${secret}`)
    expect(Credentials.read(folder.path, 'w3cash').key.authorization()).to.equal(`Bearer ${secret}2`)
  })

  for (const mode of [0o640, 0o604, 0o644, 0o660])
    it(`S0-74 C63: a file with mode ${mode.toString(8)} is refused`, () => {
      const file = join(folder.path, 'open-credentials.json')
      writeCredentials(folder.path, secret, 'open-credentials.json')
      chmodSync(file, mode)
      expect(() => Credentials.read(folder.path, 'open')).to.throw('chmod 600')
    })

  for (const account of ['../x', 'a/b', '', '.', 'a b', '-x'])
    it(`an account leads nowhere else: ${JSON.stringify(account)}`, () => {
      expect(() => Credentials.read(folder.path, account)).to.throw('is no name of an account')
    })

  it('a key is never printed, and what is wrong with its file is told without it', () => {
    expect([`${key}`, JSON.stringify({ key }), inspect({ key }), inspect(key)].join()).to.not.contain(
      '0123456789',
    )
    writeFileSync(join(folder.path, 'bad-credentials.json'), `{"api_key":"${secret}`, { mode: 0o600 })
    expect(() => Credentials.read(folder.path, 'bad'))
      .to.throw()
      .that.satisfies((error: Error) => !inspect(error, { depth: 10 }).includes(secret))
    expect(() => Credentials.read(folder.path, 'absent')).to.throw('there is no such file')
  })
})
