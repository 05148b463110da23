import { randomFillSync } from 'node:crypto'

const success = 0
const badFile = 8
const noSuchCall = 52
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

/** The part of WASI that the CRE guest imports: arguments, clock, random bytes, output, sleep and exit; no files. */
export function wasi(options: Options): Record<string, (...args: never[]) => number> {
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
      // The guest polls for one thing only: a relative clock, to sleep.
      if (count !== 1 || view().getUint8(subscriptions + 8) !== 0) return noSuchCall
      const nanoseconds = view().getBigUint64(subscriptions + 24, true)
      const never = new Int32Array(new SharedArrayBuffer(4))
      Atomics.wait(never, 0, 0, Number(nanoseconds / 1_000_000n))
      bytes(events, 32).fill(0)
      bytes(events, 8).set(bytes(subscriptions, 8))
      view().setUint32(ready, 1, true)
      return success
    },
    proc_exit: (code: number) => {
      throw new Exit(code)
    },
    fd_read: noFile,
    fd_close: noFile,
    fd_fdstat_get: noFile,
    fd_prestat_get: noFile,
    fd_prestat_dir_name: noFile,
    fd_seek: noFile,
  }
}
