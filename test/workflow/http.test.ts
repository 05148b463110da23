import { expect } from 'chai'
import { fakeRuntime, load, type NodeRuntime } from './fakeRuntime.ts'

type Reply = { readonly status: number; readonly body: string }
type Request = { url: string; timeout: string; token?: string | null; json?: string }
const { send, isOk } = await load<{
  send(node: NodeRuntime, request: Request): () => Reply | null
  isOk(reply: Reply): boolean
}>('http')

const url = 'https://gateway.example/v1'

describe('a request of one node', () => {
  it('is a GET that wants JSON, and no body', () => {
    const { node, sent } = fakeRuntime({ http: () => ({ body: { a: 1 } }) })
    expect(send(node, { url, timeout: '9s' })()).to.deep.equal({ status: 200, body: '{"a":1}' })
    expect(sent).to.deep.equal([
      { url, method: 'GET', headers: { accept: 'application/json' }, body: '', timeout: '9s' },
    ])
  })

  it('with JSON is a POST of it, whatever letters it has', () => {
    const { node, sent } = fakeRuntime({ http: () => ({}) })
    send(node, { url, timeout: '1s', json: '{"question":"§ é 文"}' })()
    expect(sent[0]).to.include({ method: 'POST', body: '{"question":"§ é 文"}' })
    expect(sent[0]!.headers).to.have.property('content-type', 'application/json')
  })

  it('bears a token where there is one', () => {
    const { node, sent } = fakeRuntime({ http: () => ({}) })
    for (const token of ['abc', null]) send(node, { url, timeout: '1s', token })()
    expect(sent.map(({ headers }) => headers.authorization)).to.deep.equal(['Bearer abc', undefined])
  })

  it('is under way before its reply is waited for, and is sent once', () => {
    const { node, sent } = fakeRuntime({ http: ({ url: to }) => ({ body: to }) })
    const replies = ['a', 'b'].map((path) => send(node, { url: `${url}/${path}`, timeout: '1s' }))
    expect(sent).to.have.length(2)
    expect(replies.reverse().map((reply) => reply()?.body)).to.deep.equal([`${url}/b`, `${url}/a`])
    expect(sent).to.have.length(2)
  })

  it('is answered with any status, and without a reply with null', () => {
    const { node } = fakeRuntime({
      http: ({ url: to }) => (to === url ? null : { status: 503, body: 'later' }),
    })
    expect(send(node, { url: `${url}/busy`, timeout: '1s' })()).to.deep.equal({ status: 503, body: 'later' })
    expect(send(node, { url, timeout: '1s' })()).to.equal(null)
  })

  it('succeeds with 200 to 299', () => {
    const ok = [199, 200, 204, 299, 300, 404, 503].map((status) => isOk({ status, body: '' }))
    expect(ok).to.deep.equal([false, true, true, true, false, false, false])
  })
})
