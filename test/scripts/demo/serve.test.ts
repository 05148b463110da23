import { expect } from 'chai'
import type { World } from '../../../local/startWorld.ts'
import { serve } from '../../../scripts/demo/serve.ts'

describe('serve', () => {
  const world = {
    chain: { url: 'http://127.0.0.1:1' },
    place: { market: '0xmarket', folder: 'folder' },
    gateway: { url: 'http://127.0.0.1:2' },
    keeper: { url: 'http://127.0.0.1:5' },
    indexer: { url: 'http://127.0.0.1:6' },
    sources: { url: 'http://127.0.0.1:3' },
    don: { url: null },
    workers: [{ agentId: 0, url: 'http://127.0.0.1:4', account: 10 }],
  } as unknown as World

  it('says where everything is, and waits for a signal', async () => {
    const write = process.stderr.write
    let said = ''
    process.stderr.write = ((text: string) => {
      said += text
      return true
    }) as typeof write
    const before = process.listenerCount('SIGTERM')
    const serving = serve(world)
    process.stderr.write = write
    for (const part of [
      'gateway   http://127.0.0.1:2',
      'keeper    http://127.0.0.1:5',
      'indexer   http://127.0.0.1:6',
      'agent 0   http://127.0.0.1:4 (account 10)',
      'round verify 1 --gateway http://127.0.0.1:2 --rpc-url http://127.0.0.1:1 --deployments folder',
    ])
      expect(said).to.contain(part)
    expect(said, 'a DON without a door has no line').to.not.contain('DON       ')
    expect(process.listenerCount('SIGTERM')).to.equal(before + 1)
    process.emit('SIGTERM')
    await serving
    expect(process.listenerCount('SIGTERM'), 'it listens no longer').to.equal(before)
  })
})
