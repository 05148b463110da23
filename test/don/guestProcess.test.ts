import { expect } from 'chai'
import { compileGuest, plugin } from '../../don/guest.ts'
import { type Answer, GuestProcess, type Questions } from '../../don/guestProcess.ts'
import { link } from '../../don/link.ts'

/** A program that does what it is asked for, by the base64 of its request. */
const named = (name: string) => JSON.stringify(Buffer.from(name).toString('base64'))
const source = `
  const bytes = (text) => Uint8Array.from([...text].map((one) => one.charCodeAt(0)))
  const asked = JSON.parse(getWasiArgs())[1]
  const doing = {
    [${named('call')}]: () => {
      log('before')
      callCapability(Uint8Array.of(32, 1))
      switchModes(2)
      callCapability(Uint8Array.of(32, 2))
      log('after')
      sendResponse(new Uint8Array(awaitCapabilities(Uint8Array.of(4), 100000)))
    },
    [${named('twice')}]: () => {
      const said = []
      for (const request of [[32, 5], [32, 5], [32, 6], [3]]) {
        try { said.push(String(callCapability(Uint8Array.from(request)))) }
        catch (error) { said.push(String(error.message ?? error)) }
      }
      sendResponse(bytes(said.join('|')))
    },
    [${named('await')}]: () => {
      let said
      try { said = 'given ' + new Uint8Array(awaitCapabilities(Uint8Array.of(5), 2000000)).length }
      catch (error) { said = 'thrown ' + (error.message ?? error) }
      sendResponse(bytes(said))
    },
    [${named('secrets')}]: () => {
      getSecrets(Uint8Array.of(6), 1000)
      sendResponse(new Uint8Array(awaitSecrets(Uint8Array.of(7), 1000)))
    },
    [${named('now')}]: () => { sendResponse(bytes([now(), now()].join())) },
    [${named('throw')}]: () => { throw new Error('it is off') },
    [${named('loop')}]: () => { for (;;) {} },
    [${named('nothing')}]: () => {},
  }
  doing[asked]()
`

describe('a guest as its node sees it', () => {
  let guest: GuestProcess
  let module: WebAssembly.Module
  let heard: [string, ...unknown[]][]
  let answer: Answer | Error

  before(() => {
    module = new WebAssembly.Module(link(plugin(), compileGuest(source)))
    guest = new GuestProcess(module)
  })
  beforeEach(() => {
    heard = []
    answer = Uint8Array.of(9, 9)
  })
  after(async () => await guest.stop())

  const asking = (name: string) => async (what: unknown) => {
    heard.push([name, what instanceof Uint8Array ? [...what] : what])
    if (answer instanceof Error) throw answer
    return answer
  }
  const questions: Questions = {
    call: (mode, bytes) => void heard.push(['call', mode, [...bytes]]),
    log: (mode, text) => heard.push(['log', mode, text]),
    await: asking('await'),
    getSecrets: asking('getSecrets'),
    awaitSecrets: asking('awaitSecrets'),
    now: asking('now'),
  }
  const run = async (what: string, timeoutMs = 20_000, on = guest) =>
    await on.run(
      { execution: 'e', request: Buffer.from(what), donSeed: 1n, nodeSeed: 2n },
      questions,
      timeoutMs,
    )
  const said = (response: Uint8Array | null) => Buffer.from(response ?? []).toString()

  it('calls and logs in its mode, waits for an answer, and ends with a result', async () => {
    const done = await run('call')
    expect(done).to.include({ type: 'done', error: null })
    expect([...done.response!]).to.deep.equal([9, 9])
    expect(done.cpuMs).to.be.greaterThan(0)
    expect(done.memoryPages).to.be.greaterThan(0)
    expect(heard).to.deep.equal([
      ['log', 1, 'before'],
      ['call', 1, [32, 1]],
      ['call', 2, [32, 2]],
      ['log', 2, 'after'],
      ['await', [4]],
    ])
  })

  it('runs one time after another, each afresh', async () => {
    expect([...(await run('secrets')).response!]).to.deep.equal([9, 9])
    expect(heard).to.deep.equal([
      ['getSecrets', [6]],
      ['awaitSecrets', [7]],
    ])
    expect((await run('nothing')).response).to.equal(null)
  })

  it('asks for the time, counting how often', async () => {
    const bytes = new Uint8Array(8)
    new DataView(bytes.buffer).setBigUint64(0, 1_700_000_000_000_000_000n, true)
    answer = bytes
    expect(said((await run('now')).response)).to.equal('1700000000000,1700000000000')
    expect(heard).to.deep.equal([
      ['now', 0],
      ['now', 1],
    ])
  })

  it('is refused a second call of one id, and what is no request, as by CRE’s host', async () => {
    // An older guest hears of a refusal only that there was one: its request is all the room for words.
    const [first, second, other, odd] = said((await run('twice')).response).split('|')
    expect([first, other]).to.deep.equal(['0', '0'])
    expect(second).to.not.equal('0')
    expect(odd).to.not.equal('0')
    expect(heard.map(([, , bytes]) => bytes)).to.deep.equal([
      [32, 5],
      [32, 6],
    ])
  })

  const answers: [string, Answer | Error, RegExp][] = [
    ['an empty answer', new Uint8Array(), /^given 0$/],
    ['an error', { error: 'no such call' }, /^thrown .*no such call/],
    ['an answer that fails', new Error('the chain is down'), /^thrown .*the chain is down/],
    ['an answer that just fits', new Uint8Array(1_048_576), /^given 1048576$/],
    ['an answer that does not', new Uint8Array(1_048_577), /^thrown .*response buffer too small/],
  ]
  for (const [name, given, words] of answers) {
    it(`is given ${name}`, async () => {
      answer = given
      expect(said((await run('await')).response)).to.match(words)
    })
  }

  it('that throws says so, and goes on', async () => {
    const done = await run('throw')
    expect(done.response).to.equal(null)
    expect(done.error).to.match(/it is off/)
    expect((await run('nothing')).error).to.equal(null)
  })

  it('that loops is ended with its thread, and the next run has another', async () => {
    const error = await run('loop', 300).catch((one) => one)
    expect(error.name).to.equal('Guest.TimeoutError')
    expect(error.message).to.equal('The workflow ran longer than 300 ms and was ended.')
    expect((await run('nothing')).error).to.equal(null)
  })

  it('that is stopped while it runs fails that run', async () => {
    const other = new GuestProcess(module)
    const running = run('loop', 20_000, other).catch((one) => one)
    await other.stop()
    expect((await running).name).to.equal('Guest.EndedError')
    // Stopping twice is no fault.
    await other.stop()
  })
})
