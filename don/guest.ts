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
  /** At least 0: accepted. Never blocks. */
  callCapability: (request: Uint8Array) => bigint
  awaitCapabilities: (request: Uint8Array) => Reply
  getSecrets: (request: Uint8Array) => Reply
  awaitSecrets: (request: Uint8Array) => Reply
  /** 1 DON, 2 node. */
  switchModes: (mode: number) => void
  randomSeed: (mode: number) => bigint
  /** Nanoseconds. */
  now: () => bigint
}

/** Bytes, or the text of an error that the guest's caller sees thrown. */
export type Reply = Uint8Array | { readonly error: string }

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

  // A reply goes into the guest's buffer; an error does too, with its length negated.
  function reply(answer: Reply, pointer: number, max: number): bigint {
    const failed = !(answer instanceof Uint8Array)
    const bytes = failed ? Buffer.from(answer.error) : answer
    if (bytes.length > max) return reply({ error: 'response buffer too small'.slice(0, max) }, pointer, max)
    write(pointer, bytes)
    return BigInt(failed ? -bytes.length : bytes.length)
  }
  const asking =
    (name: 'awaitCapabilities' | 'getSecrets' | 'awaitSecrets') =>
    (pointer: number, length: number, buffer: number, max: number) =>
      reply((host[name] ?? refuse(name))(read(pointer, length)), buffer, max)

  const env = {
    version_v2_typescript: () => {},
    switch_modes: (mode: number) => host.switchModes?.(mode),
    call_capability: (pointer: number, length: number) =>
      (host.callCapability ?? refuse('callCapability'))(read(pointer, length)),
    await_capabilities: asking('awaitCapabilities'),
    get_secrets: asking('getSecrets'),
    await_secrets: asking('awaitSecrets'),
    log: (pointer: number, length: number) => {
      const message = new TextDecoder().decode(read(pointer, length))
      logs.push(message)
      host.log?.(message)
    },
    send_response: (pointer: number, length: number) => {
      response = read(pointer, length)
      host.sendResponse?.(response)
      return 0
    },
    random_seed: (mode: number) => (host.randomSeed ?? refuse('randomSeed'))(mode),
    now: (pointer: number) => {
      new DataView(memory().buffer).setBigUint64(pointer, (host.now ?? refuse('now'))(), true)
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
