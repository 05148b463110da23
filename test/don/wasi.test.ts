import { expect } from 'chai'
import { Exit, wasi, wasiNames } from '../../don/wasi.ts'

const success = 0
const badFile = 8
const invalid = 28
const notSupported = 58
const outside = 21

type Call = (...args: (number | bigint)[]) => number

describe('the part of WASI that a guest has', () => {
  let memory: { buffer: ArrayBuffer }
  let written: [string, string][]
  let calls: Record<string, Call>
  beforeEach(() => {
    memory = { buffer: new ArrayBuffer(65_536) }
    written = []
    calls = wasi({
      memory: () => memory as WebAssembly.Memory,
      args: ['wasi', '§'],
      write: (file, bytes) => written.push([file, Buffer.from(bytes).toString()]),
    }) as Record<string, Call>
  })
  const view = () => new DataView(memory.buffer)
  const word = (at: number) => view().getUint32(at, true)
  const put = (at: number, text: string) => {
    const bytes = Buffer.from(text)
    new Uint8Array(memory.buffer).set(bytes, at)
    return bytes.length
  }
  const textAt = (at: number) => {
    const rest = Buffer.from(memory.buffer).subarray(at)
    return rest.subarray(0, rest.indexOf(0)).toString()
  }

  it('arguments, each ended by a zero', () => {
    expect(calls.args_sizes_get!(0, 4)).to.equal(success)
    expect([word(0), word(4)]).to.deep.equal([2, 'wasi'.length + 1 + Buffer.byteLength('§') + 1])
    expect(calls.args_get!(8, 100)).to.equal(success)
    expect([textAt(word(8)), textAt(word(12))]).to.deep.equal(['wasi', '§'])
    expect(word(8)).to.equal(100)
  })

  it('no environment', () => {
    view().setUint32(0, 7, true)
    view().setUint32(4, 7, true)
    expect(calls.environ_sizes_get!(0, 4)).to.equal(success)
    expect([word(0), word(4)]).to.deep.equal([0, 0])
    expect(calls.environ_get!(0, 4)).to.equal(success)
  })

  it('the time of day, and a clock that never goes back', () => {
    const timeOf = (clock: number) => {
      expect(calls.clock_time_get!(clock, 0n, 16)).to.equal(success)
      return view().getBigUint64(16, true)
    }
    const before = BigInt(Date.now()) * 1_000_000n
    expect(Number(timeOf(0) - before)).to.be.within(0, 5e9)
    const first = timeOf(1)
    expect(timeOf(1) >= first).to.equal(true)
  })

  it('random bytes, where they were asked for and nowhere else', () => {
    expect(calls.random_get!(64, 32)).to.equal(success)
    const bytes = new Uint8Array(memory.buffer)
    expect(new Set(bytes.slice(64, 96)).size).to.be.greaterThan(4)
    expect([...bytes.slice(0, 64), ...bytes.slice(96, 160)].every((byte) => byte === 0)).to.equal(true)
  })

  it('output, of several pieces, to stdout and stderr alone', () => {
    const vectors = (...texts: string[]) =>
      texts.forEach((text, i) => {
        view().setUint32(8 * i, 200 + 100 * i, true)
        view().setUint32(8 * i + 4, put(200 + 100 * i, text), true)
      })
    vectors('one ', '§')
    expect(calls.fd_write!(1, 0, 2, 64)).to.equal(success)
    expect(word(64)).to.equal(6)
    expect(calls.fd_write!(2, 8, 1, 64)).to.equal(success)
    expect(written).to.deep.equal([
      ['stdout', 'one '],
      ['stdout', '§'],
      ['stderr', '§'],
    ])
    for (const file of [0, 3]) expect(calls.fd_write!(file, 0, 1, 64)).to.equal(badFile)
    expect(written).to.have.length(3)
  })

  it('what was written stays as it was when the guest writes over it', () => {
    const kept: Uint8Array[] = []
    const own = wasi({
      memory: () => memory as WebAssembly.Memory,
      args: [],
      write: (_, bytes) => kept.push(bytes),
    })
    view().setUint32(0, 100, true)
    view().setUint32(4, put(100, 'first'), true)
    ;(own.fd_write as Call)(1, 0, 1, 64)
    put(100, 'later')
    expect(Buffer.from(kept[0]!).toString()).to.equal('first')
  })

  it('works on after the memory has grown, which replaces its buffer', () => {
    calls.args_sizes_get!(0, 4)
    memory.buffer = new ArrayBuffer(131_072)
    calls.args_sizes_get!(0, 4)
    expect(word(0)).to.equal(2)
  })

  it('sleep, for which the guest polls clocks, and an errno for whatever else is polled', () => {
    view().setBigUint64(0, 77n, true)
    view().setBigUint64(24, 1_000_000n, true)
    view().setUint32(300, 9, true)
    expect(calls.poll_oneoff!(0, 144, 1, 300)).to.equal(success)
    // The event carries the subscription's own mark.
    expect(view().getBigUint64(144, true)).to.equal(77n)
    expect(word(300)).to.equal(1)
    const errnoOf = (event: number) => view().getUint16(144 + 32 * event + 8, true)
    // A second one, of a file; a third, of a clock at a fixed time.
    view().setUint8(48 + 8, 1)
    view().setUint16(96 + 40, 1, true)
    expect(calls.poll_oneoff!(0, 144, 3, 300)).to.equal(success)
    expect([errnoOf(0), errnoOf(1), errnoOf(2)]).to.deep.equal([success, badFile, notSupported])
    expect(word(300)).to.equal(3)
    for (const count of [0, 129]) expect(calls.poll_oneoff!(0, 144, count, 300)).to.equal(invalid)
  })

  it('an errno for a pointer that leads out of its memory, and for a clock that nobody has', () => {
    expect(calls.random_get!(70_000, 4)).to.equal(outside)
    expect(calls.args_sizes_get!(-4, 0)).to.equal(outside)
    expect(calls.clock_time_get!(2, 0n as never, 0)).to.equal(invalid)
    expect(calls.clock_res_get!(0, 0)).to.equal(success)
    expect(view().getBigUint64(0, true)).to.equal(1n)
  })

  it('an exit, thrown through it', () => {
    expect(() => calls.proc_exit!(3))
      .to.throw()
      .that.is.instanceOf(Exit)
      .with.property('code', 3)
  })

  it('no files', () => {
    const names = [...wasiNames].filter((name) => /^(fd|path|sock)_/.test(name) && name !== 'fd_write')
    expect(names).to.include.members(['fd_read', 'fd_prestat_get', 'path_open', 'sock_send'])
    for (const name of names) expect(calls[name]!(3)).to.equal(badFile)
    // All of preview 1.
    expect(wasiNames.size).to.equal(46)
  })
})
