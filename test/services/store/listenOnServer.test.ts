import { EventEmitter } from 'node:events'
import { mock } from 'node:test'
import { expect } from 'chai'
import type pg from 'pg'
import { listenOnServer } from '../../../services/store/listenOnServer.ts'

/** A connection that does what the test says, and remembers what it was asked. */
class FakeClient extends EventEmitter {
  readonly queries: string[] = []
  isEnded = false
  failing: Error | null = null
  async connect(): Promise<void> {
    if (this.failing !== null) throw this.failing
  }
  async query(text: string): Promise<void> {
    this.queries.push(text)
  }
  async end(): Promise<void> {
    this.isEnded = true
  }
  notify(channel: string, payload?: string): void {
    this.emit('notification', { channel, payload })
  }
}

function server() {
  const clients: FakeClient[] = []
  const warnings: unknown[] = []
  const refusals: Error[] = []
  const connect = () => {
    const client = new FakeClient()
    client.failing = refusals.shift() ?? null
    clients.push(client)
    return client as unknown as pg.Client
  }
  return { clients, warnings, refusals, ...listenOnServer(connect, (error) => warnings.push(error)) }
}

/** Lets so much time pass at once, and all that follows from it happen. */
const pass = async (ms: number): Promise<void> => {
  mock.timers.tick(ms)
  await new Promise((resolve) => setImmediate(resolve))
}

describe('listenOnServer', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }))
  afterEach(() => mock.timers.reset())

  it('has one connection for all channels, and asks once for each channel', async () => {
    const { clients, listen, close } = server()
    await Promise.all([listen('news', () => {}), listen('news', () => {}), listen('jobs', () => {})])
    expect(clients).to.have.length(1)
    expect(clients[0]!.queries).to.deep.equal(['listen news', 'listen jobs'])
    await close()
    expect(clients[0]!.isEnded).to.equal(true)
  })

  it('tells every listener of a channel, and nobody else', async () => {
    const { clients, listen, close } = server()
    const heard: string[] = []
    await listen('news', (payload) => heard.push(`one ${payload}`))
    await listen('news', (payload) => heard.push(`two ${payload}`))
    await listen('jobs', (payload) => heard.push(`jobs ${payload}`))
    clients[0]!.notify('news', '7')
    clients[0]!.notify('jobs')
    clients[0]!.notify('other', 'x')
    expect(heard).to.deep.equal(['one 7', 'two 7', 'jobs '])
    await close()
  })

  it('takes one function twice for two listeners; each ends on its own', async () => {
    const { clients, listen, close } = server()
    let times = 0
    const heard = () => void times++
    const stop = await listen('news', heard)
    await listen('news', heard)
    clients[0]!.notify('news')
    expect(times).to.equal(2)
    await stop()
    await stop()
    clients[0]!.notify('news')
    expect(times).to.equal(3)
    await close()
  })

  it('lets go of a channel with its last listener, and of the connection with the last channel', async () => {
    const { clients, listen } = server()
    const [stopNews, stopJobs] = [await listen('news', () => {}), await listen('jobs', () => {})]
    await stopNews()
    expect(clients[0]!.queries.at(-1)).to.equal('unlisten news')
    expect(clients[0]!.isEnded).to.equal(false)
    await stopJobs()
    expect(clients[0]!.isEnded).to.equal(true)
    const stop = await listen('news', () => {})
    expect(clients).to.have.length(2)
    await stop()
  })

  it('connects again when the connection breaks, and tells all listeners to look for what they missed', async () => {
    const { clients, warnings, listen, close } = server()
    const heard: string[] = []
    await listen('news', (payload) => heard.push(`news ${payload}`))
    await listen('jobs', (payload) => heard.push(`jobs ${payload}`))
    const broken = new Error('terminating connection')
    clients[0]!.emit('error', broken)
    clients[0]!.emit('end')
    await pass(99)
    expect(clients).to.have.length(1)
    await pass(1)
    expect(clients).to.have.length(2)
    expect(clients[1]!.queries).to.deep.equal(['listen news', 'listen jobs'])
    expect(heard).to.deep.equal(['news ', 'jobs '])
    expect(warnings).to.deep.equal([broken])
    await close()
  })

  it('goes on trying while the server refuses, each time after twice as long', async () => {
    const { clients, warnings, refusals, listen, close } = server()
    let heard = 0
    await listen('news', () => void heard++)
    const refused = new Error('starting up')
    refusals.push(refused)
    clients[0]!.emit('end')
    await pass(100)
    expect(clients).to.have.length(2)
    await pass(199)
    expect([clients.length, heard]).to.deep.equal([2, 0])
    await pass(1)
    expect([clients.length, heard]).to.deep.equal([3, 1])
    expect(clients[1]!.isEnded).to.equal(true)
    expect(warnings).to.deep.equal([refused])
    await close()
  })

  it('says so at once when the first connection fails, and works when it is asked again', async () => {
    const { clients, refusals, listen, close } = server()
    const refused = new Error('no route')
    refusals.push(refused)
    expect(await listen('news', () => {}).catch((error: unknown) => error)).to.equal(refused)
    await listen('news', () => {})
    expect(clients[1]!.queries).to.deep.equal(['listen news'])
    await close()
  })

  it('does not connect again after it was closed', async () => {
    const { clients, listen, close } = server()
    await listen('news', () => {})
    await close()
    clients[0]!.emit('end')
    await pass(60_000)
    expect(clients).to.have.length(1)
  })
})
