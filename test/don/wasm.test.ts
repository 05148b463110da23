import { expect } from 'chai'
import { capMemory } from '../../don/wasm.ts'

const header = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00]
const custom = [0x00, 0x02, 0x01, 0x78]
const module = (...sections: number[][]) => Uint8Array.from([...header, ...sections.flat()])

describe('capMemory', () => {
  it('gives a memory without a maximum one', () => {
    const capped = capMemory(module(custom, [0x05, 0x03, 0x01, 0x00, 0x11], custom), 1525)
    expect([...capped]).to.deep.equal([
      ...header,
      ...custom,
      0x05,
      0x05,
      0x01,
      0x01,
      0x11,
      0xf5,
      0x0b,
      ...custom,
    ])
    expect(new WebAssembly.Module(capped)).to.be.instanceOf(WebAssembly.Module)
  })

  it('replaces a maximum that is there, and reads numbers of several bytes', () => {
    const capped = capMemory(module([0x05, 0x06, 0x01, 0x01, 0x80, 0x01, 0x80, 0x02]), 300)
    expect([...capped]).to.deep.equal([...header, 0x05, 0x06, 0x01, 0x01, 0x80, 0x01, 0xac, 0x02])
  })

  it('refuses a module without a memory of its own, with two, or with a shared one', () => {
    for (const sections of [
      [],
      [custom],
      [[0x05, 0x05, 0x02, 0x00, 0x01, 0x00, 0x01]],
      [[0x05, 0x04, 0x01, 0x03, 0x01, 0x02]],
    ]) {
      expect(() => capMemory(module(...sections), 10))
        .to.throw()
        .with.property('name', 'Wasm.NoMemoryError')
    }
  })

  it('refuses a cap below the minimum', () => {
    expect(() => capMemory(module([0x05, 0x03, 0x01, 0x00, 0x11]), 16)).to.throw(/17 pages/)
  })
})
