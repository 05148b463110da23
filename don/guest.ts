import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import {
  CompileError,
  ExitError,
  HostRefusedError,
  OutOfMemoryError,
  PluginMissingError,
  StackOverflowError,
  TrapError,
  UncaughtError,
} from './guestErrors.ts'
import { versionPrefix } from './moduleRules.ts'
import { Exit, wasi } from './wasi.ts'
import { capMemory } from './wasm.ts'

/**
 * Runs JavaScript in the genuine CRE guest: QuickJS inside the Javy plugin that Chainlink ships on npm.
 *
 * What the plugin gives the JavaScript inside, as globals: `sendResponse(bytes)` (ends the run), `log(text)`,
 * `callCapability(bytes) → number`, `awaitCapabilities(bytes, max) → bytes`, `getSecrets(bytes, max)`,
 * `awaitSecrets(bytes, max)`, `switchModes(mode)`, `now() → ms`, `sleep(ms)`, `versionV2()`,
 * `getWasiArgs() → JSON text of the arguments`. Bytes are a Uint8Array, an ArrayBuffer or base64 text. `console.log`
 * reaches our stdout here, but nobody in the real host.
 */
export type Host = {
  sendResponse: (response: Uint8Array) => void
  log: (message: string) => void
  /** At least 0: accepted; a refusal else. Never blocks. */
  callCapability: (request: Uint8Array) => bigint | Refusal
  awaitCapabilities: (request: Uint8Array) => Reply
  getSecrets: (request: Uint8Array) => Reply
  awaitSecrets: (request: Uint8Array) => Reply
  /** 1 DON, 2 node. */
  switchModes: (mode: number) => void
  randomSeed: (mode: number) => bigint
  /** Nanoseconds; null where the nodes agree on none. */
  now: () => bigint | null
}

/** The text of an error that the guest's caller sees thrown. */
export type Refusal = { readonly error: string }
export type Reply = Uint8Array | Refusal

export type Options = {
  host?: Partial<Host>
  memoryPages?: number
  /** The program's arguments; CRE passes `['wasi', base64(ExecuteRequest)]`. */
  args?: readonly string[]
}

export type GuestResult = {
  /** What the guest passed to `sendResponse`, if it did. */
  readonly response: Uint8Array | undefined
  readonly logs: readonly string[]
  readonly stdout: string
  readonly stderr: string
  /** Pages of 64 KiB at the end: memory never shrinks, so this is also the peak. */
  readonly memoryPages: number
}

/** 100 MB, CRE's limit. */
export const maxMemoryPages = 1525

export const pageSize = 65536

/** WASI's numbers for a pointer that leads nowhere, and for an argument that means nothing. */
const outOfMemory = 21
const noTime = 28

type Exports = {
  readonly memory: WebAssembly.Memory
  readonly cabi_realloc: (old: number, oldLength: number, align: number, length: number) => number
  readonly 'compile-src': (source: number, length: number) => number
  readonly invoke: (bytecode: number, length: number, named: number, name: number, nameLength: number) => void
  /** Of a linked program; the plugin alone has none. */
  readonly _start: () => void
}

const modules = new Map<number, WebAssembly.Module>()

function pluginModule(pages: number): WebAssembly.Module {
  let module = modules.get(pages)
  if (module === undefined) {
    module = new WebAssembly.Module(plugin(pages))
    modules.set(pages, module)
  }
  return module
}

/** The guest itself, without a program. */
export const plugin = (pages: number = maxMemoryPages): Uint8Array =>
  capMemory(readFileSync(pluginPath()), pages)

// The package exports no path to it, so Node's own resolution of the name cannot be used.
function pluginPath(): string {
  const inPackage = '@chainlink/cre-sdk-javy-plugin/dist/javy-chainlink-sdk.plugin.wasm'
  const folders = createRequire(import.meta.url).resolve.paths(inPackage) ?? []
  for (const folder of folders) if (existsSync(join(folder, inPackage))) return join(folder, inPackage)
  throw new PluginMissingError()
}

/**
 * QuickJS bytecode of an ES module without imports; the same source always gives the same bytes.
 *
 * @example
 * const bytecode = compileGuest('sendResponse(new Uint8Array([1, 2]))')
 * runGuest(bytecode).response // Uint8Array [1, 2]
 */
export function compileGuest(source: string): Uint8Array {
  const guest = start(pluginModule(maxMemoryPages))
  const text = new TextEncoder().encode(source)
  try {
    const result = guest.exports['compile-src'](guest.put(text), text.length)
    const [failed, pointer, length] = new Uint32Array(guest.exports.memory.buffer, result, 3)
    const bytes = guest.read(pointer!, length!)
    if (failed === 0) return bytes
    throw new CompileError(new TextDecoder().decode(bytes))
  } catch (fault) {
    throw explain(fault, guest)
  }
}

/**
 * Evaluates bytecode in a fresh guest and runs its event loop to the end. Synchronous: a guest that loops for ever is
 * stopped by ending the thread it runs in.
 */
export function runGuest(bytecode: Uint8Array, options: Options = {}): GuestResult {
  const guest = start(pluginModule(options.memoryPages ?? maxMemoryPages), options)
  return finish(guest, () => guest.exports.invoke(guest.put(bytecode), bytecode.length, 0, 0, 0))
}

/** The same for a program that is linked into its guest, as a workflow is shipped. */
export function runModule(module: WebAssembly.Module, options: Options = {}): GuestResult {
  const guest = start(module, options)
  return finish(guest, () => guest.exports._start())
}

function finish(guest: ReturnType<typeof start>, run: () => void): GuestResult {
  try {
    run()
  } catch (fault) {
    if (!(fault instanceof Exit && fault.code === 0)) throw explain(fault, guest)
  }
  return guest.result()
}

function start(module: WebAssembly.Module, options: Options = {}) {
  const { host = {}, memoryPages = maxMemoryPages, args = ['wasi'] } = options
  const output = { stdout: [] as Uint8Array[], stderr: [] as Uint8Array[] }
  const logs: string[] = []
  let response: Uint8Array | undefined
  const memory = () => exports.memory
  const read = (pointer: number, length: number) => new Uint8Array(memory().buffer, pointer, length).slice()
  const write = (pointer: number, bytes: Uint8Array) => new Uint8Array(memory().buffer).set(bytes, pointer)

  /** An error as the host writes it: cut to what has room, and its length negated. */
  function refusal({ error }: Refusal, pointer: number, max: number): bigint {
    const bytes = Buffer.from(error).subarray(0, Math.max(0, max))
    if (pointer < 0 || pointer + bytes.length > memory().buffer.byteLength) return -1n
    write(pointer, bytes)
    return BigInt(-bytes.length)
  }

  // A reply goes into the guest's buffer, whole or not at all.
  function reply(answer: Reply, pointer: number, max: number): bigint {
    if (!(answer instanceof Uint8Array)) return refusal(answer, pointer, max)
    const isTooLong = answer.length > max || pointer < 0 || pointer + max > memory().buffer.byteLength
    if (isTooLong) return refusal({ error: 'response buffer too small' }, pointer, max)
    write(pointer, answer)
    return BigInt(answer.length)
  }
  const isInside = (pointer: number, length: number) =>
    pointer >= 0 && length >= 0 && pointer + length <= memory().buffer.byteLength
  const outside: Refusal = { error: 'error calling wasmRead: out of bounds memory access' }
  const asking =
    (name: 'awaitCapabilities' | 'getSecrets' | 'awaitSecrets') =>
    (pointer: number, length: number, buffer: number, max: number) =>
      isInside(pointer, length)
        ? reply((host[name] ?? refuse(name))(read(pointer, length)), buffer, max)
        : refusal(outside, buffer, max)

  const env: Record<string, (...args: number[]) => unknown> = {
    ...versionsOf(module),
    switch_modes: (mode) => host.switchModes?.(mode!),
    // Older guests give it no buffer for an error, which then lies where the request was.
    call_capability: (pointer, length, buffer = pointer, max = length) => {
      const call = host.callCapability ?? refuse('callCapability')
      const said = isInside(pointer!, length!) ? call(read(pointer!, length!)) : outside
      return typeof said === 'bigint' ? said : refusal(said, buffer!, max!)
    },
    await_capabilities: asking('awaitCapabilities') as never,
    get_secrets: asking('getSecrets') as never,
    await_secrets: asking('awaitSecrets') as never,
    log: (pointer, length) => {
      if (!isInside(pointer!, length!)) return
      const message = new TextDecoder().decode(read(pointer!, length!))
      logs.push(message)
      host.log?.(message)
    },
    // CRE's default: workflows have no metrics of their own.
    emit_metric: () => -1,
    send_response: (pointer, length) => {
      if (!isInside(pointer!, length!)) return outOfMemory
      response = read(pointer!, length!)
      host.sendResponse?.(response)
      return 0
    },
    random_seed: (mode) => (host.randomSeed ?? refuse('randomSeed'))(mode!),
    now: (pointer) => {
      const time = (host.now ?? refuse('now'))()
      if (time === null || !isInside(pointer!, 8)) return noTime
      new DataView(memory().buffer).setBigUint64(pointer!, time, true)
      return 0
    },
  }
  const wasi_snapshot_preview1 = wasi({ memory, args, write: (file, bytes) => output[file].push(bytes) })
  const instance = new WebAssembly.Instance(module, { env, wasi_snapshot_preview1 })
  const exports = instance.exports as unknown as Exports
  const text = (file: 'stdout' | 'stderr') => Buffer.concat(output[file]).toString()

  return {
    exports,
    read,
    put: (bytes: Uint8Array): number => {
      const pointer = exports.cabi_realloc(0, 0, 1, bytes.length)
      write(pointer, bytes)
      return pointer
    },
    stderr: () => text('stderr'),
    pagesLeft: () => memoryPages - exports.memory.buffer.byteLength / pageSize,
    result: (): GuestResult => ({
      response,
      logs,
      stdout: text('stdout'),
      stderr: text('stderr'),
      memoryPages: exports.memory.buffer.byteLength / pageSize,
    }),
  }
}

/** By its version a module says which SDK it was built with; there is nothing to call. */
const versionsOf = (module: WebAssembly.Module): Record<string, () => void> =>
  Object.fromEntries(
    WebAssembly.Module.imports(module)
      .filter(({ module: from, name }) => from === 'env' && name.startsWith(versionPrefix))
      .map(({ name }) => [name, () => {}]),
  )

function refuse(name: keyof Host): never {
  throw new HostRefusedError(name)
}

/**
 * Why the guest ended: its stderr tells a JavaScript error, the trap itself only where there was none to tell. What the
 * host's own functions throw passes through as it is.
 */
function explain(fault: unknown, guest: { stderr: () => string; pagesLeft: () => number }): unknown {
  const said = guest.stderr().trim()
  if (fault instanceof Exit) return new ExitError(fault.code, said)
  // V8 raises this one for WebAssembly too, as the guest's frames lie on the host's stack.
  if (fault instanceof RangeError && fault.message.includes('call stack')) return new StackOverflowError()
  if (!(fault instanceof WebAssembly.RuntimeError)) return fault
  // With no memory left to make an error of, QuickJS throws null.
  const isNull = said === 'null' && guest.pagesLeft() < 32
  if (isNull || said.startsWith('Error: out of memory')) return new OutOfMemoryError()
  return said === '' ? new TrapError(String(fault)) : new UncaughtError(said)
}
