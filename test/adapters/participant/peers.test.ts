import { expect } from 'chai'
import * as Archive from '../../../adapters/participant/Archive.ts'
import { withPeers } from '../../../adapters/participant/peers.ts'
import { Bytes, Hash } from '../../../protocol/index.ts'
import { type Transport, TransportError } from '../../../services/fetch/Transport.ts'

const peers = ['https://a.example', 'https://b.example', 'https://c.example']
const hash = Hash.ofText('evidence')

/** Peers that answer by their host, and what they were asked. */
function answering(replies: Record<string, { status?: number; body?: string } | Error>) {
  const asked: string[] = []
  const fetch: Transport = async ({ url }) => {
    asked.push(url)
    const reply = replies[new URL(url).host.slice(0, 1)] ?? { status: 404 }
    if (reply instanceof Error) throw reply
    return { status: 200, headers: {}, body: '', retrievedAt: 1, method: 'GET', ...reply }
  }
  return { fetch, asked }
}

describe('an archive with peers', () => {
  it('C90 asks others only for what it does not have', async () => {
    const own: Parameters<typeof withPeers>[0] = {
      put: async () => {},
      get: async () => Bytes.fromText('evidence'),
    }
    const { fetch, asked } = answering({})
    expect(await withPeers(own, peers, fetch).get(hash)).to.deep.equal(Bytes.fromText('evidence'))
    expect(asked).to.deep.equal([])
  })

  it('C90 believes bytes of the right hash alone, and asks the next peer otherwise', async () => {
    const { fetch, asked } = answering({
      a: { body: 'forged' },
      b: { status: 206, body: 'evidence' },
      c: { body: 'evidence' },
    })
    const archive = withPeers(Archive.inMemory(), peers, fetch)
    expect(await archive.get(hash)).to.deep.equal(Bytes.fromText('evidence'))
    expect(asked).to.deep.equal(peers.map((peer) => `${peer}/evidence/${hash}`))
  })

  it('a peer that cannot be asked has nothing; an error of the program is passed on', async () => {
    const away = answering({ a: new TransportError('timeout', 'Late.'), b: { body: 'evidence' } })
    expect(await withPeers(Archive.inMemory(), peers, away.fetch).get(hash)).to.not.equal(null)
    const none = answering({})
    expect(await withPeers(Archive.inMemory(), peers, none.fetch).get(hash)).to.equal(null)
    const broken = answering({ a: new TypeError('x') })
    const error = await withPeers(Archive.inMemory(), peers, broken.fetch)
      .get(hash)
      .catch((caught) => caught)
    expect(error).to.be.instanceOf(TypeError)
  })

  it('keeps in its own archive alone', async () => {
    const own = Archive.inMemory()
    expect(withPeers(own, peers, answering({}).fetch).put).to.equal(own.put)
  })
})
