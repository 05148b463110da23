import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { makeAskWorker } from '../../gateway/askWorker.ts'
import { inDocument, makeFindEndpoint } from '../../gateway/endpoints.ts'
import { sampleMarket } from '../../local/samples/proof.ts'
import { Bytes } from '../../protocol/index.ts'
import { fakeChain } from './fakeChain.ts'

const { signal } = new AbortController()

describe('where an agent is found', () => {
  const files = new Map<string, string>()
  let server: Server
  let base: string
  let requests: string[] = []

  before(async () => {
    server = createServer((request, response) => {
      requests.push(request.url ?? '')
      const file = files.get(request.url ?? '')
      if (file === undefined) response.writeHead(404).end()
      else response.writeHead(200).end(file)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  after(() => new Promise((resolve) => server.close(resolve)))
  beforeEach(() => {
    requests = []
    files.clear()
  })

  const find = (registration: { a2a?: string; uri?: string }, options: object = {}) => {
    const chain = fakeChain({ chainId: 31_337, market: sampleMarket })
    const { a2a = '', uri = '' } = registration
    chain.agents.set(5, { a2a: Bytes.fromText(a2a), uri })
    return makeFindEndpoint(chain, { allowPrivate: true, maxBytes: 4_096, ...options })(5, signal)
  }

  const document = (endpoint: string, name = 'A2A') =>
    JSON.stringify({
      type: 'https://eips.ethereum.org/EIPS/eip-8004#registration-v1',
      name: 'agent',
      services: [
        { name: 'web', endpoint: 'https://elsewhere.example' },
        { name, endpoint },
      ],
    })
  const base64 = (text: string) => `data:application/json;base64,${Buffer.from(text).toString('base64')}`

  it('C8: by the metadata key a2a, before all else', async () => {
    const uri = base64(document('https://other.example'))
    expect(await find({ a2a: 'https://agent.example/', uri })).to.equal('https://agent.example')
    expect(await find({ a2a: base })).to.equal(base)
  })

  it('C8: else by its registration document, in the URI itself', async () => {
    const text = document('https://agent.example/base/')
    const plain = `data:application/json,${encodeURIComponent(text)}`
    for (const uri of [base64(text), plain, `data:application/json,${text}`])
      expect(await find({ uri }), uri.slice(0, 40)).to.equal('https://agent.example/base')
    // Metadata that is no address is none.
    expect(await find({ a2a: 'ftp://x', uri: plain })).to.equal('https://agent.example/base')
    expect(await find({ a2a: `https://${'a'.repeat(130)}.example`, uri: plain })).to.equal(
      'https://agent.example/base',
    )
  })

  it('C8: at an address, and on IPFS through the configured gateway', async () => {
    files.set('/agent.json', document('https://agent.example', 'a2a'))
    expect(await find({ uri: `${base}/agent.json` })).to.equal('https://agent.example')
    const cid = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi'
    files.set(`/ipfs/${cid}/agent.json`, document('https://on-ipfs.example'))
    const uri = `ipfs://${cid}/agent.json`
    expect(await find({ uri })).to.equal(null)
    expect(await find({ uri }, { ipfsGateway: base })).to.equal('https://on-ipfs.example')
    expect(await find({ uri }, { ipfsGateway: base, allowPrivate: false })).to.equal(
      'https://on-ipfs.example',
    )
    expect(await find({ uri: 'ipfs://../../secret' }, { ipfsGateway: base })).to.equal(null)
  })

  it('takes the address of a card for that of its agent, and older documents', () => {
    const of = (value: object) => inDocument(JSON.stringify(value), { isLocal: false })
    for (const card of ['agent-card.json', 'agent.json']) {
      const endpoint = `https://agent.example/.well-known/${card}`
      expect(of({ services: [{ name: 'A2A', endpoint }] })).to.equal('https://agent.example')
    }
    expect(of({ endpoints: [{ name: 'a2a', endpoint: 'https://agent.example' }] })).to.equal(
      'https://agent.example',
    )
  })

  it('nowhere, where a document is none, too long, too deep, or names nothing', async () => {
    files.set('/long', document(`https://agent.example/${'x/'.repeat(3_000)}`))
    const uris = [
      '',
      'nonsense',
      'data:application/json;base64,%%%',
      'data:no-comma',
      base64('[]'),
      base64('null'),
      base64('{"services":[null,1,{"name":"A2A"}]}'),
      base64(document('http://user:password@agent.example')),
      base64(document('https://agent.example/../up')),
      base64(`{"services":${'['.repeat(1_000)}${']'.repeat(1_000)}}`),
      base64(document('https://agent.example').padEnd(9_000)),
      `${base}/long`,
      `${base}/missing`,
    ]
    for (const uri of uris) expect(await find({ uri }), uri.slice(0, 60)).to.equal(null)
  })

  it('on public chains: https only, and no address of a local network', async () => {
    files.set('/agent.json', document('https://agent.example'))
    const strict = { allowPrivate: false }
    const inside = [
      'http://agent.example',
      'https://127.0.0.1',
      'https://localhost',
      'https://10.0.0.1',
      base,
    ]
    for (const endpoint of inside) {
      expect(await find({ a2a: endpoint }, strict), endpoint).to.equal(null)
      expect(await find({ uri: base64(document(endpoint)) }, strict), endpoint).to.equal(null)
    }
    for (const uri of [`${base}/agent.json`, 'https://169.254.169.254/latest', 'file:///etc/passwd'])
      expect(await find({ uri }, strict), uri).to.equal(null)
    expect(requests, 'nobody was asked').to.deep.equal([])
  })

  it('a name that leads into a local network is never asked', async () => {
    const limits = { ms: 30_000, signal }
    const body = '{}'
    for (const address of ['127.0.0.1', '10.0.0.7', '169.254.169.254', '::1', '::ffff:127.0.0.1']) {
      const resolve = async () => ['93.184.216.34', address]
      const url = 'https://agent.example/a2a/resolve'
      const { said } = await makeAskWorker({ resolve })({ url, body }, limits)
      expect(said, address).to.deep.equal({ status: 'no-endpoint', body: null })
    }
    // Where local addresses are allowed, those that clouds keep for themselves still are not.
    const resolve = async () => ['169.254.169.254']
    const url = 'http://metadata.example/'
    const { said } = await makeAskWorker({ resolve, allowPrivate: true })({ url, body }, limits)
    expect(said.status).to.equal('no-endpoint')
  })

  it('asks the chain again for what it did not find, and fails only with the chain', async () => {
    const chain = fakeChain({ chainId: 31_337, market: sampleMarket })
    const findEndpoint = makeFindEndpoint(chain, { maxBytes: 4_096 })
    expect(await findEndpoint(5, signal)).to.equal(null)
    chain.agents.set(5, { a2a: Bytes.fromText('https://agent.example'), uri: '' })
    expect(await findEndpoint(5, signal)).to.equal('https://agent.example')
    chain.break(true)
    expect(await findEndpoint(5, signal), 'kept').to.equal('https://agent.example')
    expect(await findEndpoint(6, signal).catch((error: Error) => error.message)).to.equal('the node is away')
  })
})
