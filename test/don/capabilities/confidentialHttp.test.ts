import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { create, type MessageInitShape, toBinary } from '@bufbuild/protobuf'
import { expect } from 'chai'
import { sendConfidentially } from '../../../don/capabilities/confidentialHttp.ts'
import { ConfidentialHttp } from '../../../don/sdk.ts'
import { limits } from '../../helpers/localDon.ts'

describe('confidential HTTP requests', () => {
  let server: Server
  let url: string

  before(async () => {
    server = createServer(async (request, response) => {
      if (request.url === '/never') return
      let body = ''
      for await (const chunk of request) body += chunk
      const { authorization } = request.headers
      const said = JSON.stringify({ body, url: request.url, authorization })
      response.end(request.url === '/large' ? 'x'.repeat(100_001) : said)
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  after(() => {
    server.close()
    server.closeAllConnections()
  })

  type Request = MessageInitShape<typeof ConfidentialHttp.HTTPRequestSchema>
  const send = async (request: Request, keys: readonly string[] = ['KEY']) => {
    const message = create(ConfidentialHttp.ConfidentialHTTPRequestSchema, {
      vaultDonSecrets: keys.map((key) => ({ key })),
      request: { url, method: 'POST', ...request },
    })
    const bytes = toBinary(ConfidentialHttp.ConfidentialHTTPRequestSchema, message)
    const secrets = { KEY: 'hunter2', OTHER: 'not asked for' }
    const { body } = await sendConfidentially(bytes, limits.ConfidentialHTTP, secrets)
    return JSON.parse(Buffer.from(body).toString())
  }
  const failure = async (request: Request, keys?: readonly string[]) =>
    await send(request, keys).then(
      () => 'it did not fail',
      (error: Error) => error.message,
    )

  it('fills secrets into address, headers and body, and public values beside them', async () => {
    const body = { case: 'bodyString', value: '{{.KEY}} {{ .name }} {{.OTHER}} {{.gone}}' } as const
    const said = await send({
      url: `${url}/{{.name}}`,
      multiHeaders: { authorization: { values: ['Bearer {{.KEY}}'] } },
      templatePublicValues: { name: 'Ada' },
      body,
    })
    // What was not asked for by name stays closed.
    expect(said).to.deep.equal({
      body: 'hunter2 Ada {{.OTHER}} {{.gone}}',
      url: '/Ada',
      authorization: 'Bearer hunter2',
    })
  })

  it('sends bytes as they are', async () => {
    expect((await send({ body: { case: 'bodyBytes', value: Buffer.from('{{.KEY}}') } })).body).to.equal(
      '{{.KEY}}',
    )
  })

  it('refuses a secret that is not there, and what is too large or too slow; no secret is told', async () => {
    expect(await failure({}, ['GONE'])).to.match(/secret GONE is not there/)
    const large = { case: 'bodyString', value: 'x'.repeat(10_001) } as const
    expect(await failure({ body: large })).to.match(/over 10000 bytes/)
    expect(await failure({ url: `${url}/large` })).to.match(/over 100000 bytes/)
    const timeout = { seconds: 0n, nanos: 100_000_000 }
    expect(await failure({ url: `${url}/never`, timeout })).to.equal('request failed, timeout')
    const refused = await failure({ url: 'http://127.0.0.1:1/{{.KEY}}' })
    expect(refused).to.match(/request failed/)
    expect(refused).not.to.contain('hunter2')
  })
})
