import { request as httpRequest } from 'node:http'
import { create } from '@bufbuild/protobuf'
import { anyUnpack } from '@bufbuild/protobuf/wkt'
import { expect } from 'chai'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { HttpTrigger } from '../../../don/sdk.ts'
import { type HttpTriggerOptions, startHttpTrigger } from '../../../don/triggers/http.ts'
import { digestOf, type ExecuteRequest, signRequest } from '../../../don/triggers/jwt.ts'
import type { Trigger, TriggerEvent } from '../../../don/triggers/trigger.ts'
import { limits } from '../../helpers/localDon.ts'

const workflowId = new Uint8Array(32).fill(7)
const workflowID = Buffer.from(workflowId).toString('hex')
const account = privateKeyToAccount(generatePrivateKey())
type Answer = {
  result: Record<'workflow_id' | 'workflow_execution_id' | 'status', string>
  error: { code: number; message: string }
}
const seconds = () => Math.floor(Date.now() / 1_000)

describe('the HTTP trigger', () => {
  let fired: TriggerEvent[]
  let ids = 0
  const running: Trigger[] = []

  beforeEach(() => {
    fired = []
  })
  afterEach(async () => {
    await Promise.all(running.splice(0).map((trigger) => trigger.stop()))
  })

  const authorizedKeys = [{ type: HttpTrigger.KeyType.ECDSA_EVM, publicKey: account.address }]
  const generous = { RateLimit: { everyMs: 1, burst: 1_000 } }

  async function start(options: Partial<HttpTriggerOptions> & { keys?: typeof authorizedKeys } = {}) {
    const { keys = [], ...rest } = options
    const trigger = await startHttpTrigger({
      handler: 0,
      config: create(HttpTrigger.ConfigSchema, { authorizedKeys: keys }),
      workflowId,
      limits: generous,
      fire: (event) => fired.push(event),
      host: '127.0.0.1',
      port: 0,
      ...rest,
    })
    running.push(trigger)
    return trigger.url
  }

  const ask = (changes: Partial<ExecuteRequest> = {}): ExecuteRequest => ({
    jsonrpc: '2.0',
    id: `request ${ids++}`,
    method: 'workflows.execute',
    params: { input: { market_id: 1, share: 0.5 }, workflow: { workflowID } },
    ...changes,
  })

  async function post(url: string, body: unknown, token?: string) {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    return { status: response.status, headers: response.headers, body: (await response.json()) as Answer }
  }

  it('takes CRE’s own request, says so in its words, and wakes the handler with the input', async () => {
    const url = await start()
    const request = ask()
    const { status, body } = await post(url, request)
    expect(status).to.equal(200)
    expect(body).to.deep.include({ jsonrpc: '2.0', id: request.id, method: 'workflows.execute' })
    expect(body.result).to.deep.include({ workflow_id: `0x${workflowID}`, status: 'ACCEPTED' })
    expect(body.result.workflow_execution_id).to.match(/^[0-9a-f]{64}$/)
    expect(fired).to.have.length(1)
    expect(fired[0]).to.deep.include({ handler: 0, trigger: 'http', event: request.id })
    const { input, key } = anyUnpack(fired[0]!.payload, HttpTrigger.PayloadSchema)!
    expect(JSON.parse(Buffer.from(input).toString())).to.deep.equal(request.params.input)
    expect(key).to.equal(undefined)
  })

  it('without keys a request need not name the workflow, but may not name another', async () => {
    const url = await start()
    expect((await post(url, ask({ params: { input: {} } }))).status).to.equal(200)
    const other = ask({ params: { input: {}, workflow: { workflowID: 'ab'.repeat(32) } } })
    expect((await post(url, other)).body.error.message).to.match(/Workflow not found/)
  })

  it('with keys takes only what one of them signed, and tells the workflow which', async () => {
    const url = await start({ keys: authorizedKeys })
    const request = ask()
    expect((await post(url, request)).body.error).to.include({ code: -32600 })
    const { status } = await post(url, request, await signRequest(request, account))
    expect(status).to.equal(200)
    const { key } = anyUnpack(fired[0]!.payload, HttpTrigger.PayloadSchema)!
    expect(key).to.include({ publicKey: account.address })
    const stranger = privateKeyToAccount(generatePrivateKey())
    const again = ask()
    const refused = await post(url, again, await signRequest(again, stranger))
    expect(refused.status).to.equal(400)
    expect(refused.body.error.message).to.match(/is not authorized/)
    expect(fired).to.have.length(1)
  })

  it('refuses a token of another request, of another time, that was used, or that lives too long', async () => {
    const url = await start({ keys: authorizedKeys })
    const refusal = async (request: ExecuteRequest, token: string) =>
      (await post(url, request, token)).body.error?.message
    const request = ask()
    const token = await signRequest(request, account)
    expect(await refusal(ask(), token)).to.match(/digest is of another request/)
    expect(await refusal(request, await signRequest(request, account, seconds() - 400))).to.match(/expired/)
    expect(await refusal(request, await signRequest(request, account, seconds() + 400))).to.match(/future/)
    expect(await refusal(request, token)).to.equal(undefined)
    expect(await refusal(request, token)).to.match(/used before/)
    for (const odd of ['a.b.c', 'a.b', `${token}x.y`, token.slice(0, -4)])
      expect(await refusal(request, odd)).to.match(/Auth failure/)
    expect(await refusal(request, await forge(request, { exp: seconds() + 301 }))).to.match(/lives longer/)
    expect(await refusal(request, await forge(request, { iss: `0x${'11'.repeat(20)}` }))).to.match(
      /did not sign/,
    )
    expect(await refusal(request, await forge(request, {}, { alg: 'none' }))).to.match(/alg/)
    expect(fired).to.have.length(1)
  })

  async function forge(request: ExecuteRequest, claims: object, header: object = {}): Promise<string> {
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const said = {
      digest: digestOf(request),
      iss: account.address,
      iat: seconds(),
      exp: seconds() + 60,
      jti: 'x',
    }
    const message = `${part({ alg: 'ETH', typ: 'JWT', ...header })}.${part({ ...said, ...claims })}`
    const signature = Buffer.from((await account.signMessage({ message })).slice(2), 'hex')
    return `${message}.${signature.toString('base64url')}`
  }

  it('has one digest for a request, however its keys are ordered', () => {
    const { jsonrpc, id, method, params } = ask()
    expect(digestOf({ params, method, id, jsonrpc })).to.equal(digestOf({ jsonrpc, id, method, params }))
    expect(digestOf({ jsonrpc, id, method, params: { ...params, input: {} } })).not.to.equal(
      digestOf({ jsonrpc, id, method, params }),
    )
  })

  it('slows down who asks too often, and says when to come back', async () => {
    const url = await start({ limits: limits.HTTPTrigger })
    expect((await post(url, ask())).status).to.equal(200)
    const { status, headers, body } = await post(url, ask())
    expect(status).to.equal(429)
    expect(Number(headers.get('retry-after'))).to.be.within(1, 60)
    expect(body.error).to.deep.equal({ code: -32002, message: 'rate limit exceeded' })
  })

  it('takes an id once', async () => {
    const url = await start()
    const request = ask()
    expect((await post(url, request)).status).to.equal(200)
    expect((await post(url, request)).status).to.equal(409)
    expect(fired).to.have.length(1)
  })

  it('refuses what is not the request it expects, and stays up', async () => {
    const url = await start()
    const cases: [unknown, number, number][] = [
      ['{', 400, -32700],
      ['['.repeat(45_000), 400, -32700],
      ['{"id":"a","id":"b"}', 400, -32700],
      [{}, 400, -32600],
      [ask({ method: 'workflows.delete' as never }), 400, -32601],
      [ask({ id: '' }), 400, -32600],
      [ask({ id: 'a/b' }), 400, -32600],
      [ask({ params: { input: 'text' } }), 400, -32600],
      ['x'.repeat(100_001), 413, -32600],
    ]
    for (const [body, status, code] of cases) {
      const reply = await post(url, body)
      expect([reply.status, reply.body.error.code]).to.deep.equal([status, code])
    }
    expect((await fetch(url)).status).to.equal(405)
    expect((await post(url, ask())).status).to.equal(200)
  })

  it('does not listen to web pages: another type of body, or another name, is refused', async () => {
    const url = await start()
    const plain = await fetch(url, { method: 'POST', body: JSON.stringify(ask()) })
    expect(plain.status).to.equal(415)
    const status = await new Promise((resolve) => {
      const headers = { 'content-type': 'application/json', host: 'evil.example' }
      httpRequest(url, { method: 'POST', headers }, (response) => resolve(response.statusCode)).end('{}')
    })
    expect(status).to.equal(403)
  })

  it('listens beyond this machine only with keys', async () => {
    const error = await start({ host: '0.0.0.0' }).catch((cause) => cause)
    expect(error).to.have.property('name', 'Trigger.UnprotectedError')
  })

  it('refuses a key of another type', async () => {
    const keys = [{ type: 0, publicKey: account.address }] as never
    const error = await start({ keys }).catch((cause) => cause)
    expect(error).to.have.property('name', 'Trigger.RefusedError')
  })
})
