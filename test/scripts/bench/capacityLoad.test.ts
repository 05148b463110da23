import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { bytesBelow, drive, UnservedError } from '../../../scripts/bench/capacityLoad.ts'
import { withFiles } from './staged.ts'

describe('load on a service', () => {
  let server: Server
  let url: string
  let asked = 0
  before(async () => {
    server = createServer((request, response) => {
      asked++
      response.writeHead(request.url === '/no' ? 503 : 200).end('{}')
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  after(() => {
    server.close()
    server.closeAllConnections()
  })

  it('is as many requests as it says, each timed', async () => {
    const { perSecond, milliseconds } = await drive(`${url}/yes`, 20)
    expect(asked).to.equal(20)
    expect(milliseconds).to.have.length(20)
    expect(perSecond).to.be.greaterThan(0)
  })

  it('ends where one is not served, and names the path', async () => {
    const error = await drive(`${url}/no`, 1).catch((caught: unknown) => caught)
    expect(error).to.be.instanceOf(UnservedError)
    expect((error as Error).message).to.contain('/no was answered with 503')
  })

  it('finds the bytes below a folder, and none where there is none', () => {
    withFiles({ a: '12345', b: '678' }, (folder) => {
      expect(bytesBelow(folder)).to.equal(8)
      expect(bytesBelow(`${folder}/nowhere`)).to.equal(0)
    })
  })
})
