import { expect } from 'chai'
import { commonRoutes, methodsOf, pathsOf, type Routes } from '../../../services/http/Routes.ts'

const routes: Routes = {
  'GET /things/{id}': {
    id: 'thing',
    summary: 'A thing.',
    path: { id: { type: 'integer' } },
    query: { from: { schema: { type: 'integer' }, description: 'Where to begin.' } },
    gives: 'Thing',
  },
  'POST /things/{id}': {
    id: 'change',
    summary: 'Changes a thing.',
    takes: { schema: 'Change', example: { size: 1 } },
    gives: { 200: ['Changed.', 'Thing'], 202: ['Will be changed.', 'Thing'] },
    refuses: [401],
    token: 'needed',
  },
  'POST /reset': {
    id: 'reset',
    summary: 'Begins again.',
    takes: 'Change',
    optional: true,
    gives: { content: { 'text/plain': { schema: { type: 'string' } } } },
    token: 'optional',
  },
}

// biome-ignore lint/suspicious/noExplicitAny: what is not there fails the test that looks at it
const paths = (): any => JSON.parse(JSON.stringify(pathsOf(routes)))

describe('Routes', () => {
  it('allows what is written, and HEAD beside GET', () => {
    expect([...methodsOf(routes)]).to.deep.equal([
      ['/things/:id', 'GET, HEAD, POST'],
      ['/reset', 'POST'],
    ])
    expect([...methodsOf(commonRoutes).keys()]).to.deep.equal([
      '/live',
      '/ready',
      '/health',
      '/metrics',
      '/openapi.json',
    ])
  })

  it('documents parameters of the path and of the query', () => {
    const path = { name: 'id', in: 'path', required: true }
    expect(paths()['/things/{id}'].get.parameters).to.deep.equal([
      { ...path, schema: { type: 'integer' } },
      { name: 'from', in: 'query', schema: { type: 'integer' }, description: 'Where to begin.' },
    ])
    expect(paths()['/things/{id}'].post.parameters).to.deep.equal([{ ...path, schema: { type: 'string' } }])
    expect(paths()['/reset'].post).not.to.have.property('parameters')
  })

  it('documents the body, its example, and whether it may be left out', () => {
    const schema = { $ref: '#/components/schemas/Change' }
    expect(paths()['/things/{id}'].post.requestBody).to.deep.equal({
      required: true,
      content: { 'application/json': { schema, example: { size: 1 } } },
    })
    expect(paths()['/reset'].post.requestBody).to.deep.equal({ content: { 'application/json': { schema } } })
    expect(paths()['/things/{id}'].get).not.to.have.property('requestBody')
  })

  it('documents every reply, and refusals by their reasons', () => {
    const { get, post } = paths()['/things/{id}']
    expect(Object.keys(get.responses)).to.deep.equal(['200', '404', '429', '500'])
    expect(Object.keys(post.responses)).to.deep.equal(['200', '202', '401'])
    expect(Object.keys(paths()['/reset'].post.responses)).to.include.members(['400', '413', '415', '503'])
    expect(get.responses[200].description).to.equal('A thing.')
    expect(post.responses[202].description).to.equal('Will be changed.')
    expect(post.responses[401].description).to.equal('unauthorized')
    expect(post.responses[401].content['application/json'].schema.$ref).to.match(/Failure$/)
    expect(post.responses[401].headers).to.have.property('x-request-id')
    expect(paths()['/reset'].post.responses[200].content).to.have.all.keys('text/plain')
  })

  it('documents whether a token is needed', () => {
    expect(paths()['/things/{id}'].get).not.to.have.property('security')
    expect(paths()['/things/{id}'].post.security).to.deep.equal([{ bearer: [] }])
    expect(paths()['/reset'].post.security).to.deep.equal([{}, { bearer: [] }])
  })
})
