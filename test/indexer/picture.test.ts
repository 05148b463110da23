import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { fetchPicture, pictureLimits, typeOf } from '../../indexer/picture.ts'

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3])
const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1])
const webp = Buffer.from('RIFF\x01\x02\x03\x04WEBPVP8 ', 'latin1')

describe('a picture that a question names', () => {
  let server: Server
  let url: string
  const served: Record<string, () => { status?: number; headers?: Record<string, string>; body?: Buffer }> = {
    '/a.png': () => ({ headers: { 'content-type': 'text/html' }, body: png }),
    '/a.svg': () => ({ headers: { 'content-type': 'image/png' }, body: Buffer.from('<svg onload="x()"/>') }),
    '/big.png': () => ({ body: Buffer.concat([png, Buffer.alloc(pictureLimits.bytes)]) }),
    '/moved.png': () => ({ status: 302, headers: { location: '/a.png' } }),
    '/gone.png': () => ({ status: 404, body: png }),
  }
  before(async () => {
    server = createServer((request, response) => {
      const {
        status = 200,
        headers = {},
        body = Buffer.alloc(0),
      } = served[request.url ?? '']?.() ?? { status: 404 }
      response.writeHead(status, headers).end(body)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  after(() => new Promise((resolve) => server.close(resolve)))
  const { signal } = new AbortController()
  const fetched = (path: string, allowLoopback = true) =>
    fetchPicture(`${url}${path}`, { allowLoopback, signal })

  it('S0-83: is PNG, JPEG or WebP by its own bytes, whatever its host calls it', async () => {
    expect([png, jpeg, webp].map(typeOf)).to.deep.equal(['image/png', 'image/jpeg', 'image/webp'])
    for (const bytes of ['<svg/>', 'GIF89a', '', 'RIFF1234WAVE'].map((text) => Buffer.from(text)))
      expect(typeOf(bytes)).to.equal(null)
    const found = await fetched('/a.png')
    expect(found!.type).to.equal('image/png')
    expect(Buffer.from(found!.bytes).equals(png)).to.equal(true)
    expect(await fetched('/a.svg')).to.equal(null)
  })

  it('S0-83: weighs at most 512 kB, and is where its address says', async () => {
    for (const path of ['/big.png', '/moved.png', '/gone.png', '/none.png'])
      expect(await fetched(path), path).to.equal(null)
  })

  it('S0-83: is never asked for at an address that is not public', async () => {
    expect(await fetched('/a.png', false)).to.equal(null)
    for (const other of [
      'http://169.254.169.254/a.png',
      'https://[::1]/a.png',
      'file:///etc/passwd',
      'no URL',
    ])
      expect(await fetchPicture(other, { signal }), other).to.equal(null)
  })
})
