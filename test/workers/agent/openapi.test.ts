import { expect } from 'chai'
import { z } from 'zod'
import { deadline, sampleQuestion } from '../../../local/samples/proof.ts'
import { Wire } from '../../../protocol/index.ts'
import { methodsOf } from '../../../services/http/Routes.ts'
import { examples, operations } from '../../../workers/agent/openapi.ts'
import { allowedBy, servedBy } from '../../helpers/servedBy.ts'
import { jsonOf, makeAgent } from './agents.ts'

type Document = {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, object> }
}
type Operation = {
  requestBody?: { content: Content }
  responses: Record<string, { content: Content }>
}
type Content = Record<string, { schema: { $ref?: string }; example?: unknown }>

describe('GET /openapi.json', function () {
  this.timeout(120_000)
  let document: Document
  let made: Awaited<ReturnType<typeof makeAgent>>

  before(async () => {
    made = await makeAgent()
    document = await jsonOf(made.app.request('/openapi.json'))
  })

  /** A schema of the document as a program that only has the document would read it. */
  function check(schema: { $ref?: string }, value: unknown, what: string): void {
    const name = schema.$ref?.split('/').at(-1)
    const found = name === undefined ? schema : document.components.schemas[name]
    expect(found, `${what}: ${name}`).to.be.an('object')
    const result = z.fromJSONSchema(found as z.core.JSONSchema.BaseSchema).safeParse(value)
    expect(result.error?.issues, what).to.equal(undefined)
  }

  it('is OpenAPI 3.1 and names every route', () => {
    expect(document.openapi).to.match(/^3\.1\./)
    expect(Object.keys(document.paths)).to.have.members([
      '/a2a/resolve',
      '/a2a/challenge',
      '/por/{root}',
      '/live',
      '/ready',
      '/a2a',
      '/.well-known/agent-card.json',
      '/.well-known/agent.json',
      '/.well-known/agent-registration.json',
      '/health',
      '/metrics',
      '/openapi.json',
    ])
  })

  it('names what is served, and nothing else', () => {
    expect(servedBy(made.app)).to.have.members(allowedBy(methodsOf(operations)))
  })

  it('holds no example that its own schemas would refuse', () => {
    const seen: string[] = []
    for (const [path, operations] of Object.entries(document.paths)) {
      for (const { requestBody, responses } of Object.values(operations)) {
        for (const { content } of [requestBody, ...Object.values(responses)].filter(
          (one) => one !== undefined,
        )) {
          for (const { schema, example } of Object.values(content)) {
            if (example === undefined) continue
            seen.push(path)
            check(schema, example, path)
          }
        }
      }
    }
    expect(seen).to.have.length(5)
    expect(Wire.readAnswer({ value: examples.resolveReply }).reason).to.equal(null)
    expect(Wire.readDefence({ value: examples.challengeReply }).reason).to.equal(null)
  })

  it('describes every reply, the refusals too', async () => {
    const { app, post } = made
    const answered = { market_id: 7, question: sampleQuestion, deadline }
    const { por } = await jsonOf(post('/a2a/resolve', answered))
    const calls: [string, string, Response | Promise<Response>][] = [
      ['/a2a/resolve', 'post', post('/a2a/resolve', answered)],
      ['/a2a/resolve', 'post', post('/a2a/resolve', examples.resolveRequest)],
      ['/a2a/resolve', 'post', post('/a2a/resolve', '{')],
      ['/a2a/resolve', 'post', post('/a2a/resolve', 'x'.repeat(70_000))],
      ['/a2a/resolve', 'post', post('/a2a/resolve', '{}', { 'content-type': 'text/html' })],
      ['/a2a/challenge', 'post', post('/a2a/challenge', examples.challengeRequest)],
      ['/a2a/challenge', 'post', post('/a2a/challenge', {})],
      ['/por/{root}', 'get', app.request(`/por/${por.root}`)],
      ['/por/{root}', 'get', app.request('/por/none')],
      ['/.well-known/agent-card.json', 'get', app.request('/.well-known/agent-card.json')],
      ['/health', 'get', app.request('/health')],
      ['/openapi.json', 'get', app.request('/openapi.json')],
    ]
    for (const [path, method, call] of calls) {
      const response = await call
      const described = document.paths[path]![method]!.responses[String(response.status)]
      expect(described, `${path} ${response.status}`).to.be.an('object')
      check(
        described!.content['application/json']!.schema,
        await jsonOf(response),
        `${path} ${response.status}`,
      )
    }
  })

  it('refuses what it describes as wrong', () => {
    const schema = document.components.schemas.ResolveRequest as z.core.JSONSchema.BaseSchema
    for (const bad of [
      {},
      { market_id: '1', question: '?' },
      { market_id: -1, question: '?' },
      { market_id: 1, question: '' },
    ])
      expect(z.fromJSONSchema(schema).safeParse(bad).success).to.equal(false)
  })
})
