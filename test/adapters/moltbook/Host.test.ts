import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inspect } from 'node:util'
import { expect } from 'chai'
import { ApiKey } from '../../../adapters/moltbook/Credentials.ts'
import { openHost } from '../../../adapters/moltbook/Host.ts'
import { comment } from '../../../adapters/moltbook/index.ts'
import { projectFiles } from '../../../scripts/check/files.ts'
import { failed } from './failed.ts'
import { type Stage, setStage } from './stage.ts'

const key = new ApiKey('moltbook_sk_0123456789abcdef')

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
