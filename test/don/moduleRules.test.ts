import { expect } from 'chai'
import { compileGuest, plugin } from '../../don/guest.ts'
import { link } from '../../don/link.ts'
import { checkModule, hostFunctions } from '../../don/moduleRules.ts'
import { wasiNames } from '../../don/wasi.ts'
import { moduleOf, type Parts, types } from '../helpers/wasm.ts'

const version = { name: 'version_v2_other', type: types.nothing }
const check = (wasm: Uint8Array) => checkModule(new WebAssembly.Module(wasm), wasm)
const checkOf = (parts: Partial<Parts>) => check(moduleOf({ imports: [version], ...parts }))

describe('what CRE’s host asks of a module', () => {
  it('is there in what we link, and in the smallest module that anybody could write', () => {
    expect(() => check(link(plugin(), compileGuest('1')))).to.not.throw()
    expect(() => checkOf({})).to.not.throw()
  })

  it('is linked by name: the host’s own functions, and all of WASI preview 1', () => {
    const own = hostFunctions.map((name) => ({ name, type: types.nothing }))
    const wasi = [...wasiNames].map((name) => ({ from: 'wasi_snapshot_preview1', name, type: types.nothing }))
    expect(() => checkOf({ imports: [version, ...own, ...wasi] })).to.not.throw()
  })

  const refused: [string, Partial<Parts>, RegExp][] = [
    ['a memory', { exports: ['_start'] }, /exports no memory/],
    ['a start', { exports: ['memory'] }, /exports no function `_start`/],
    ['a version', { imports: [] }, /imports no env\.version_v2…/],
    [
      'nothing of the first edition',
      { imports: [version, { name: 'fetch', type: types.nothing }] },
      /imports env\.fetch, which no host offers/,
    ],
    [
      'no other WASI',
      { imports: [version, { from: 'wasi_unstable', name: 'proc_exit', type: types.nothing }] },
      /imports wasi_unstable\.proc_exit/,
    ],
    ['one table', { tables: 2 }, /it has 2 tables; CRE gives a module one/],
  ]
  for (const [what, parts, words] of refused)
    it(`is ${what}, and is missed in words`, () => {
      expect(() => checkOf(parts)).to.throw(words)
    })

  it('is one memory', () => {
    const wasm = moduleOf({ imports: [version], memories: 2 })
    // Where the engine takes such a module at all.
    const one = new WebAssembly.Module(moduleOf({ imports: [version] }))
    expect(() => checkModule(one, wasm)).to.throw(/it has 2 memories/)
  })
})
