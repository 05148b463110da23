import { expect } from 'chai'
import { compileGuest, maxMemoryPages, type Options, runGuest, runModule } from '../../don/guest.ts'
import { call, constant, drop, type Import, moduleOf, types } from '../helpers/wasm.ts'

const run = (source: string, options: Options = {}) => runGuest(compileGuest(source), options)
const text = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes)

function failure(source: string, options: Options = {}): Error {
  try {
    run(source, options)
  } catch (error) {
    return error as Error
  }
  throw new Error('it ran to its end')
}

describe('compileGuest', () => {
  it('gives the same bytecode for the same source', () => {
    const source = 'const a = 1n; sendResponse(Uint8Array.of(Number(a)))'
    expect(compileGuest(source)).to.deep.equal(compileGuest(source))
    expect(compileGuest(source)).to.not.deep.equal(compileGuest(source.replace('1n', '2n')))
  })

  it('surfaces what the compiler says', () => {
    expect(() => compileGuest('const = 1'))
      .to.throw(/function\.mjs:1/)
      .with.property('name', 'Guest.CompileError')
  })

  it('refuses an import, which the guest has no way to follow', () => {
    expect(() => compileGuest("import 'viem'"))
      .to.throw(/viem/)
      .with.property('name', 'Guest.CompileError')
  })
})

describe('runGuest', () => {
  it('hands out the response, and takes the exit that follows it for success', () => {
    const result = run('sendResponse(Uint8Array.of(67, 82, 69)); throw new Error("never reached")')
    expect(text(result.response)).to.equal('CRE')
  })

  it('keeps logs, stdout and stderr apart', () => {
    const result = run('log("a §"); console.log("b"); console.error("c")')
    expect(result).to.deep.include({ response: undefined, logs: ['a §'], stdout: 'b\n', stderr: 'c\n' })
  })

  it('runs promises to their end', () => {
    expect(run('await null; queueMicrotask(() => log("later"))').logs).to.deep.equal(['later'])
  })

  it('passes arguments', () => {
    expect(run('log(getWasiArgs())', { args: ['wasi', '§ é'] }).logs).to.deep.equal(['["wasi","§ é"]'])
  })

  it('starts each run afresh', () => {
    const bytecode = compileGuest('globalThis.n = (globalThis.n ?? 0) + 1; log(String(n))')
    expect([runGuest(bytecode).logs, runGuest(bytecode).logs]).to.deep.equal([['1'], ['1']])
  })

  it('asks the host port', () => {
    const asked: string[] = []
    const host = {
      switchModes: (mode: number) => void asked.push(`mode ${mode}`),
      callCapability: (request: Uint8Array) => BigInt(request.length),
      awaitCapabilities: (request: Uint8Array) => request.map((byte) => byte + 1),
      getSecrets: () => ({ error: 'no such secret' }),
      awaitSecrets: () => new Uint8Array(9),
      randomSeed: (mode: number) => BigInt(mode),
      now: () => 1_700_000_000_123_456_789n,
    }
    const result = run(
      `switchModes(2); log(String(callCapability(new Uint8Array(3))))
       log(String(new Uint8Array(awaitCapabilities(Uint8Array.of(1, 2), 16))))
       try { getSecrets(Uint8Array.of(1), 64) } catch (error) { log(error.message) }
       try { awaitSecrets(Uint8Array.of(1), 8) } catch (error) { log(error.message) }
       log(String(now())); log(String(Math.random()))`,
      { host },
    )
    const { logs } = result
    expect(asked).to.deep.equal(['mode 2'])
    expect(logs.slice(0, 5)).to.deep.equal(['3', '2,3', 'no such secret', 'response', '1700000000123'])
    // The guest's generator is seeded by the host alone, so every node of a DON draws the same numbers.
    expect(run('switchModes(2); log(String(Math.random()))', { host }).logs[0]).to.equal(logs[5])
  })

  it('asked for a time that the nodes do not agree on, it is told that there is none', () => {
    const { logs } = run('try { now(); log("a time") } catch (error) { log("none") }', {
      host: { now: () => null },
    })
    expect(logs).to.deep.equal(['none'])
  })

  it('says plainly what the host does not offer', () => {
    const error = failure('try { callCapability(new Uint8Array(1)) } catch {}')
    expect(error).to.include({ name: 'Guest.HostRefusedError' })
    expect(error.message).to.contain('callCapability')
  })

  it('passes on what a function of the host throws, untouched', () => {
    const fault = new TypeError('the host is broken')
    const host = {
      log: () => {
        throw fault
      },
    }
    expect(failure('log("x")', { host })).to.equal(fault)
  })

  it('sleeps when asked to, and wakes', () => {
    expect(run('sleep(1); log("awake")').logs).to.deep.equal(['awake'])
  })

  it('names an uncaught error with its text', () => {
    const error = failure('throw new TypeError("not a leaf")')
    expect(error).to.include({ name: 'Guest.UncaughtError' })
    expect(error.message).to.contain('not a leaf')
  })

  it('names deep recursion, which the program inside cannot catch', () => {
    const source = 'try { JSON.parse("[".repeat(20000) + "]".repeat(20000)) } catch { log("caught") }'
    expect(failure(source)).to.include({ name: 'Guest.StackOverflowError' })
  })

  it('holds the guest to 100 MB, and says so', () => {
    const greedy = 'const all = []; for (;;) all.push(new Uint8Array(1e6).fill(1))'
    expect(failure(greedy)).to.include({ name: 'Guest.OutOfMemoryError' })
    const many = 'const all = []; for (;;) all.push({})'
    expect(failure(many, { memoryPages: 200 })).to.include({ name: 'Guest.OutOfMemoryError' })
    const polite = `try { ${greedy} } catch (error) { log(error.message) }`
    const result = run(polite)
    expect(result.logs).to.deep.equal(['out of memory'])
    expect(result.memoryPages).to.be.within(1400, maxMemoryPages)
  })

  it('refuses a memory cap below what the guest starts with', () => {
    expect(failure('1', { memoryPages: 2 })).to.include({ name: 'Wasm.CapTooSmallError' })
  })

  it('SPEC §6: has none of what protocol/ must not use', () => {
    const absent = [
      'URL',
      'Intl',
      'WeakRef',
      'structuredClone',
      'fetch',
      'setTimeout',
      'crypto',
      'process',
      'Buffer',
    ]
    const result = run(`log(${JSON.stringify(absent)}.filter((name) => name in globalThis).join())
      try { new RegExp('[a--b]', 'v') } catch (error) { log(error.name) }`)
    expect(result.logs).to.deep.equal(['', 'SyntaxError'])
  })
})

describe('runModule', () => {
  const request = Uint8Array.of(32, 5)
  const [buffer, room] = [1_024, 30]
  /** A module that calls once, and logs what was written where it wants its errors. */
  const calling = (type: number, at: number): Uint8Array => {
    const imports: Import[] = [
      { name: 'version_v2_other', type: types.nothing },
      { name: 'call_capability', type },
      { name: 'log', type: types.log },
      { name: 'send_response', type: types.send },
      { name: 'emit_metric', type: types.send },
    ]
    const theirs = type === types.callOfFour ? [...constant(buffer), ...constant(room)] : []
    const code = [
      ...call(0),
      ...[...constant(0), ...constant(request.length), ...theirs, ...call(1)],
      // local 0 = the answer; log(at, −local 0).
      ...[0x21, 0x00],
      ...constant(at),
      ...[0x42, 0x00, 0x20, 0x00, 0x7d, 0xa7],
      ...call(2),
      ...[...constant(0), ...constant(1), ...call(4), drop],
      ...[...constant(0), ...constant(request.length), ...call(3), drop],
    ]
    return moduleOf({ imports, code, data: request })
  }
  const runOne = (type: number, at: number, answer: bigint | { error: string }) => {
    const asked: number[][] = []
    const host = {
      callCapability: (bytes: Uint8Array) => {
        asked.push([...bytes])
        return answer
      },
    }
    const { logs, response } = runModule(new WebAssembly.Module(calling(type, at)), { host })
    return { asked, logs, response: [...response!] }
  }

  it('serves a call of four parameters: what is wrong is written where the guest has room for it', () => {
    const error = 'error calling callCapAsync: duplicate callback id not allowed'
    expect(runOne(types.callOfFour, buffer, { error })).to.deep.equal({
      asked: [[32, 5]],
      logs: [error.slice(0, room)],
      response: [32, 5],
    })
    expect(runOne(types.callOfFour, buffer, 0n).logs).to.deep.equal([''])
  })

  it('serves one of two: there is room where the request was', () => {
    const { logs, response } = runOne(types.callOfTwo, 0, { error: 'error' })
    expect(logs).to.deep.equal(['er'])
    // So its request is gone.
    expect(Buffer.from(response).toString()).to.equal('er')
    expect(runOne(types.callOfTwo, 0, 0n)).to.deep.include({ logs: [''], response: [32, 5] })
  })
})
