import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { create, fromBinary, type MessageInitShape, toBinary } from '@bufbuild/protobuf'
import { expect } from 'chai'
import { type Host, runModule } from '../../don/guest.ts'
import { Sdk } from '../../don/sdk.ts'
import { ourWorkflow } from '../../local/startDon.ts'
import { temporaryFolder } from '../../local/temporaryFolder.ts'
import { pokeOf } from '../../scripts/bench/pokeOf.ts'
import { skipFor } from '../helpers/skip.ts'
import * as Own from './ownImports.ts'

const refusal = 'this host answers nothing'
/** The first words of memory, which the guest leaves alone. */
const scratch = 8
const said = { response: 1, call: 2 }

/** Writes what it is given to standard output, behind its kind and its length: one piece at a time, as more may be written in part. */
const tell = (kind: number, { imported }: Own.Numbers) => [
  ...[...Own.constant(scratch + 16), ...Own.constant(kind), ...Own.store],
  ...[...Own.constant(scratch + 20), ...Own.parameter(1), ...Own.store],
  ...write(Own.constant(scratch + 16), Own.constant(8), imported),
  ...write(Own.parameter(0), Own.parameter(1), imported),
]

const write = (from: readonly number[], length: readonly number[], imported: Own.Numbers['imported']) => [
  ...[...Own.constant(scratch), ...from, ...Own.store],
  ...[...Own.constant(scratch + 4), ...length, ...Own.store],
  ...[...Own.constant(1), ...Own.constant(scratch), ...Own.constant(1), ...Own.constant(scratch + 8)],
  ...[...Own.callTo(imported('wasi_snapshot_preview1.fd_write')), ...Own.forget],
]

/** A host that tells what it is asked and answers nothing, as part of the module: wasmtime gives it WASI and no more. */
function hostOf(request: Uint8Array): Own.Own {
  const args = ['wasi\0', `${Buffer.from(request).toString('base64')}\0`]
  const refuse = ({ segment }: Own.Numbers) => {
    const text = Buffer.from(refusal)
    const into = [...Own.parameter(2), ...Own.constant(0), ...Own.constant(text.length)]
    return [...into, ...Own.fill(segment(text)), 0x42, ...negative(text.length)]
  }
  return {
    'env.version_v2_typescript': () => [],
    'env.switch_modes': () => [],
    'env.log': () => [],
    'env.random_seed': () => Own.long(7),
    'env.now': () => [...Own.parameter(0), ...Own.long(0), ...Own.storeLong, ...Own.constant(0)],
    'env.send_response': (numbers) => [...tell(said.response, numbers), ...Own.constant(0)],
    'env.call_capability': (numbers) => [...tell(said.call, numbers), ...Own.long(0)],
    'env.await_capabilities': refuse,
    'env.get_secrets': refuse,
    'env.await_secrets': refuse,
    'wasi_snapshot_preview1.args_sizes_get': () => [
      ...[...Own.parameter(0), ...Own.constant(args.length), ...Own.store],
      ...[...Own.parameter(1), ...Own.constant(args.join('').length), ...Own.store],
      ...Own.constant(0),
    ],
    'wasi_snapshot_preview1.args_get': ({ segment }) => [
      ...[...Own.parameter(0), ...Own.parameter(1), ...Own.store],
      ...[...Own.parameter(0), ...Own.constant(4), 0x6a],
      ...[...Own.parameter(1), ...Own.constant(args[0]!.length), 0x6a, ...Own.store],
      ...[...Own.parameter(1), ...Own.constant(0), ...Own.constant(args.join('').length)],
      ...[...Own.fill(segment(Buffer.from(args.join('')))), ...Own.constant(0)],
    ],
  }
}

/** A small negative number, as constants are written. */
const negative = (value: number): number[] => [0x80 | (-value & 0x7f), 0x7f]

const { resolve } = createRequire(import.meta.url)

/** Wizer, which is wasmtime with a snapshot; it comes along for Linux x64. */
function findWizer(): string | null {
  try {
    return resolve('@bytecodealliance/wizer-linux-x64/wizer')
  } catch {
    return null
  }
}
const wizer = findWizer()

type Said = { readonly kind: number; readonly bytes: Uint8Array }

function readSaid(output: Buffer): Said[] {
  const found: Said[] = []
  for (let at = 0; at < output.length; ) {
    const length = output.readUInt32LE(at + 4)
    found.push({ kind: output.readUInt32LE(at), bytes: output.subarray(at + 8, at + 8 + length) })
    at += 8 + length
  }
  return found
}

type Request = NonNullable<MessageInitShape<typeof Sdk.ExecuteRequestSchema>['request']>

function requestOf(request: Request): Uint8Array {
  const config = {
    chainSelector: '7759470850252068959',
    chainId: 31_337,
    market: `0x${'11'.repeat(20)}`,
    gateways: [],
    confidence: 'LATEST',
    isLocal: true,
  }
  const bytes = Buffer.from(JSON.stringify(config))
  return toBinary(
    Sdk.ExecuteRequestSchema,
    create(Sdk.ExecuteRequestSchema, { config: bytes, request, maxResponseSize: 100_000n }),
  )
}

describe('issue 18: our workflow under a genuine wasmtime, from npm alone', () => {
  let wasm: Uint8Array
  let folder: ReturnType<typeof temporaryFolder>
  before(async function () {
    this.timeout(120_000)
    if (wizer === null && process.env.CI === undefined)
      skipFor(this, 'wasmtime comes as a package for Linux x64 only')
    wasm = await ourWorkflow()
    folder = temporaryFolder('wasmtime')
  })
  after(() => folder?.remove())

  function underWasmtime(request: Uint8Array): Said[] {
    const file = join(folder.path, 'workflow.wasm')
    writeFileSync(file, Own.bringImports(wasm, hostOf(request)))
    const words = [file, '-o', join(folder.path, 'out.wasm'), '--init-func', '_start', '--allow-wasi']
    const { stdout, stderr } = spawnSync(wizer!, words, { maxBuffer: 1e7 })
    // The guest ends the program when it has answered, so there is nothing left to keep a snapshot of.
    expect(String(stderr)).to.include('Exited with i32 exit status 0')
    return readSaid(stdout)
  }

  /** The same of the local DON's own guest. */
  function inOurGuest(request: Uint8Array): Said[] {
    const found: Said[] = []
    const refuse = () => ({ error: refusal })
    const host: Partial<Host> = {
      callCapability(bytes) {
        found.push({ kind: said.call, bytes })
        return 0n
      },
      awaitCapabilities: refuse,
      getSecrets: refuse,
      awaitSecrets: refuse,
      randomSeed: () => 7n,
      now: () => 0n,
    }
    const args = ['wasi', Buffer.from(request).toString('base64')]
    const { response } = runModule(new WebAssembly.Module(new Uint8Array(wasm)), { host, args })
    return [...found, { kind: said.response, bytes: response! }]
  }
  const plain = (all: readonly Said[]) =>
    all.map(({ kind, bytes }) => `${kind} ${Buffer.from(bytes).toString('hex')}`)

  it('subscribes with the same bytes', () => {
    const request = requestOf({ case: 'subscribe', value: {} })
    const found = underWasmtime(request)
    expect(plain(found)).to.deep.equal(plain(inOurGuest(request)))
    const { result } = fromBinary(Sdk.ExecutionResultSchema, found[0]!.bytes)
    if (result.case !== 'triggerSubscriptions') throw new Error(`it answers ${result.case}`)
    expect(result.value.subscriptions).to.have.length(3)
  }).timeout(120_000)

  it('asks the chain for the same when it is woken, and says the same of a host that answers nothing', () => {
    const request = requestOf({ case: 'trigger', value: { id: 1n, payload: pokeOf(1) } })
    const found = underWasmtime(request)
    expect(plain(found)).to.deep.equal(plain(inOurGuest(request)))
    expect(found.map(({ kind }) => kind)).to.deep.equal([2, 2, 2, 1])
    const { result } = fromBinary(Sdk.ExecutionResultSchema, found[3]!.bytes)
    expect(result.value).to.equal(refusal)
  }).timeout(120_000)
})
