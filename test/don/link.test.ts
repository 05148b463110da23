import { expect } from 'chai'
import { compileGuest, plugin, runModule } from '../../don/guest.ts'
import { link } from '../../don/link.ts'
import { readSections, sectionIds, writeSections } from '../../don/wasm.ts'

const programOf = (source: string) => new WebAssembly.Module(link(plugin(), compileGuest(source)))

describe('link', () => {
  it('makes one module that runs the program by `_start` alone', () => {
    const module = programOf('log("here"); sendResponse(new Uint8Array([7, 8]))')
    const { response, logs } = runModule(module)
    expect([...response!]).to.deep.equal([7, 8])
    expect(logs).to.deep.equal(['here'])
  })

  it('exports what the CRE host asks for and nothing else', () => {
    const names = WebAssembly.Module.exports(programOf('1')).map(({ name, kind }) => `${kind} ${name}`)
    expect(names).to.deep.equal(['memory memory', 'function _start', 'function main'])
    const imports = WebAssembly.Module.imports(programOf('1')).map(({ module, name }) => `${module}.${name}`)
    expect(imports).to.include('env.version_v2_typescript')
  })

  it('gives the same bytes for the same program', () => {
    const made = () =>
      Buffer.from(link(plugin(), compileGuest('sendResponse(new Uint8Array())'))).toString('hex')
    expect(made()).to.equal(made())
  })

  it('leaves each run a fresh guest', () => {
    const module = programOf('globalThis.n = (globalThis.n ?? 0) + 1; sendResponse(new Uint8Array([n]))')
    expect([...runModule(module).response!]).to.deep.equal([1])
    expect([...runModule(module).response!]).to.deep.equal([1])
  })

  it('links programs of every length that LEB128 spells differently', () => {
    for (const length of [1, 63, 64, 127, 128, 8_191, 8_192, 20_000]) {
      const text = 'x'.repeat(length)
      const module = programOf(
        `const t = ${JSON.stringify(text)}; sendResponse(new Uint8Array([t.length % 251]))`,
      )
      expect([...runModule(module).response!]).to.deep.equal([length % 251])
    }
  })

  it('refuses a module that is not the guest', () => {
    const withoutExports = readSections(plugin()).filter(({ id }) => id !== sectionIds.export)
    expect(() => link(writeSections(withoutExports), new Uint8Array(4))).to.throw(/not the guest/)
    expect(() => link(Uint8Array.of(1, 2, 3), new Uint8Array(4))).to.throw(/not a whole WebAssembly module/)
  })
})
