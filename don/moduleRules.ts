import { BaseError } from '../protocol/core.ts'
import { wasiNames } from './wasi.ts'
import { readSections, readUnsigned, sectionIds } from './wasm.ts'

/** What CRE's host links a module with, beside WASI; the module says by `version_v2…` that it speaks this language. */
export const hostFunctions = [
  'send_response',
  'call_capability',
  'await_capabilities',
  'get_secrets',
  'await_secrets',
  'log',
  'emit_metric',
  'switch_modes',
  'random_seed',
  'now',
] as const

export const versionPrefix = 'version_v2'

const wasiModule = 'wasi_snapshot_preview1'

/** Refuses a module that CRE's host would refuse, before anything of it runs. */
export function checkModule(module: WebAssembly.Module, wasm: Uint8Array): void {
  const exported = new Map(WebAssembly.Module.exports(module).map(({ name, kind }) => [name, kind]))
  if (exported.get('memory') !== 'memory')
    throw new ModuleRefusedError('it exports no memory called `memory`')
  if (exported.get('_start') !== 'function') throw new ModuleRefusedError('it exports no function `_start`')
  const imports = WebAssembly.Module.imports(module)
  if (!imports.some(({ module: from, name }) => from === 'env' && name.startsWith(versionPrefix)))
    throw new ModuleRefusedError(`it imports no env.${versionPrefix}…: it was built for an older host`)
  for (const one of imports)
    if (!isLinked(one))
      throw new ModuleRefusedError(`it imports ${one.module}.${one.name}, which no host offers`)
  for (const [what, id] of [
    ['memories', sectionIds.memory],
    ['tables', sectionIds.table],
  ] as const) {
    const count = countOf(wasm, id)
    if (count > 1) throw new ModuleRefusedError(`it has ${count} ${what}; CRE gives a module one`)
  }
}

function isLinked({ module, name, kind }: { module: string; name: string; kind: string }): boolean {
  if (kind !== 'function') return false
  if (module === wasiModule) return wasiNames.has(name)
  if (module !== 'env') return false
  return name.startsWith(versionPrefix) || hostFunctions.some((one) => one === name)
}

function countOf(wasm: Uint8Array, id: number): number {
  const body = readSections(wasm).find((section) => section.id === id)?.body
  return body === undefined ? 0 : readUnsigned(body, 0).value
}

export class ModuleRefusedError extends BaseError {
  override readonly name = 'Don.ModuleRefusedError'
  constructor(why: string) {
    super(`CRE's host would refuse the module: ${why}.`, {
      metaMessages: ['`cresolver don build` makes one that it takes.'],
    })
  }
}
