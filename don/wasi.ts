import { randomFillSync } from 'node:crypto'

const success = 0
const badFile = 8
const invalid = 28
const notSupported = 58
const fault = 21
const stdout = 1
const stderr = 2

/** Thrown through the guest when it ends itself: WebAssembly has no other way out of a call. */
export class Exit {
  readonly code: number
  constructor(code: number) {
    this.code = code
  }
}

export type Options = {
  /** Asked anew each time, because the memory's buffer is replaced whenever the memory grows. */
  memory: () => WebAssembly.Memory
  args: readonly string[]
  write: (file: 'stdout' | 'stderr', bytes: Uint8Array) => void
}

/** Kinds of things that can be waited for: a clock, then a file to read and one to write. */
const clock = 0
/** How many may be waited for at once, by CRE's defaults. */
const mostSubscriptions = 128

/** WASI as CRE's host links it: arguments, clock, random bytes, output, sleep and exit; no files. */
export function wasi(options: Options): Record<string, Call> {
  return Object.fromEntries(Object.entries(callsOf(options)).map(([name, call]) => [name, guarded(call)]))
}

type Call = (...args: never[]) => number

/** A pointer that leads out of the guest's memory is the guest's fault, and told to it. */
function guarded(call: Call): Call {
  return (...args) => {
    try {
      return call(...args)
    } catch (error) {
      if (error instanceof RangeError) return fault
      throw error
    }
  }
}

function callsOf(options: Options): Record<string, Call> {
  const args = options.args.map((arg) => Buffer.from(`${arg}\0`))
  const view = () => new DataView(options.memory().buffer)
  const bytes = (pointer: number, length: number) => new Uint8Array(options.memory().buffer, pointer, length)
  const noFile = () => badFile
  return {
    args_sizes_get: (count: number, size: number) => {
      view().setUint32(count, args.length, true)
      view().setUint32(size, Buffer.concat(args).length, true)
      return success
    },
    args_get: (pointers: number, buffer: number) => {
      let at = buffer
      args.forEach((arg, i) => {
        view().setUint32(pointers + 4 * i, at, true)
        bytes(at, arg.length).set(arg)
        at += arg.length
      })
      return success
    },
    environ_sizes_get: (count: number, size: number) => {
      view().setUint32(count, 0, true)
      view().setUint32(size, 0, true)
      return success
    },
    environ_get: () => success,
    clock_time_get: (id: number, _precision: bigint, time: number) => {
      if (id !== 0 && id !== 1) return invalid
      const wall = id === 0
      view().setBigUint64(time, wall ? BigInt(Date.now()) * 1_000_000n : process.hrtime.bigint(), true)
      return success
    },
    random_get: (pointer: number, length: number) => {
      randomFillSync(bytes(pointer, length))
      return success
    },
    fd_write: (file: number, vectors: number, count: number, written: number) => {
      if (file !== stdout && file !== stderr) return badFile
      let total = 0
      for (let i = 0; i < count; i++) {
        const pointer = view().getUint32(vectors + 8 * i, true)
        const length = view().getUint32(vectors + 8 * i + 4, true)
        options.write(file === stdout ? 'stdout' : 'stderr', bytes(pointer, length).slice())
        total += length
      }
      view().setUint32(written, total, true)
      return success
    },
    poll_oneoff: (subscriptions: number, events: number, count: number, ready: number) => {
      if (count < 1 || count > mostSubscriptions) return invalid
      let longest = 0n
      for (let i = 0; i < count; i++) {
        const [from, to] = [subscriptions + 48 * i, events + 32 * i]
        const kind = view().getUint8(from + 8)
        const isClock = kind === clock
        const isRelative = isClock && view().getUint16(from + 40, true) === 0
        const span = view().getBigUint64(from + 24, true)
        if (isRelative && span > longest) longest = span
        // What one waited for, whether that can be waited for at all, and of which kind it is.
        const userData = bytes(from, 8).slice()
        bytes(to, 32).fill(0)
        bytes(to, 8).set(userData)
        const failure = isClock ? notSupported : kind > clock + 2 ? invalid : badFile
        view().setUint16(to + 8, isRelative ? success : failure, true)
        view().setUint8(to + 10, kind)
      }
      const never = new Int32Array(new SharedArrayBuffer(4))
      if (longest > 0n) Atomics.wait(never, 0, 0, Number(longest / 1_000_000n))
      view().setUint32(ready, count, true)
      return success
    },
    proc_exit: (code: number) => {
      throw new Exit(code)
    },
    clock_res_get: (id: number, resolution: number) => {
      if (id !== 0 && id !== 1) return invalid
      view().setBigUint64(resolution, 1n, true)
      return success
    },
    sched_yield: () => success,
    proc_raise: () => notSupported,
    ...Object.fromEntries(fileCalls.map((name) => [name, noFile])),
  }
}

/** Everything that WASI preview 1 has for files and sockets: the host links it, and there are none. */
const fileCalls = [
  'fd_advise',
  'fd_allocate',
  'fd_close',
  'fd_datasync',
  'fd_fdstat_get',
  'fd_fdstat_set_flags',
  'fd_fdstat_set_rights',
  'fd_filestat_get',
  'fd_filestat_set_size',
  'fd_filestat_set_times',
  'fd_pread',
  'fd_prestat_dir_name',
  'fd_prestat_get',
  'fd_pwrite',
  'fd_read',
  'fd_readdir',
  'fd_renumber',
  'fd_seek',
  'fd_sync',
  'fd_tell',
  'path_create_directory',
  'path_filestat_get',
  'path_filestat_set_times',
  'path_link',
  'path_open',
  'path_readlink',
  'path_remove_directory',
  'path_rename',
  'path_symlink',
  'path_unlink_file',
  'sock_accept',
  'sock_recv',
  'sock_send',
  'sock_shutdown',
]

export const wasiNames: ReadonlySet<string> = new Set(
  Object.keys(wasi({ memory: () => new WebAssembly.Memory({ initial: 0 }), args: [], write: () => {} })),
)
