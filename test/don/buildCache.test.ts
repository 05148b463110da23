import { mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { temporaryFolder } from '../../local/temporaryFolder.ts'
import { importWith } from '../helpers/importWith.ts'

const here = temporaryFolder('build-cache')
const folder = join(here.path, 'kept')

// In a folder of its own, so that workflows which other tests have built stay where they are.
const { cached } = await importWith<typeof import('../../don/buildCache.ts')>('don/buildCache.ts', {
  './cacheFolder.ts': { cacheFolder: () => folder },
})

describe('workflows that were built before', () => {
  const entry = join(here.path, 'main.ts')
  const part = join(here.path, 'part.ts')
  let builds: number
  beforeEach(() => {
    rmSync(folder, { recursive: true, force: true })
    builds = 0
    writeFileSync(entry, "import { part } from './part.ts'\nconsole.log(part)\n")
    writeFileSync(part, "export const part = 'one'\n")
  })
  after(() => here.remove())

  const build = async () => Uint8Array.of(++builds)
  const get = async (checks = false) => [...(await cached(entry, checks, build))]

  it('are built once, with and without checks each', async () => {
    expect(await get()).to.deep.equal([1])
    expect(await get()).to.deep.equal([1])
    expect(await get(true)).to.deep.equal([2])
    expect(await get()).to.deep.equal([1])
    expect(readdirSync(folder).every((name) => /^[0-9a-f]{64}\.wasm$/.test(name))).to.equal(true)
  })

  it('are built again when anything that they reach has changed, and found again when it is as before', async () => {
    await get()
    writeFileSync(part, "export const part = 'two'\n")
    expect(await get()).to.deep.equal([2])
    writeFileSync(part, "export const part = 'one'\n")
    expect(await get()).to.deep.equal([1])
  })

  it('are twenty at most: the oldest goes', async () => {
    mkdirSync(folder)
    for (let i = 0; i < 20; i++) {
      const file = join(folder, `${i}.wasm`)
      writeFileSync(file, '')
      utimesSync(file, 1_000 + i, 1_000 + i)
    }
    await get()
    const names = readdirSync(folder)
    expect(names).to.have.length(20)
    expect(names).to.not.include('0.wasm')
    expect(names).to.include('1.wasm')
    expect(await get()).to.deep.equal([1])
  })

  it('cannot be kept where a file is in the way, and are built all the same', async () => {
    writeFileSync(folder, '')
    expect(await get()).to.deep.equal([1])
    expect(await get()).to.deep.equal([2])
  })

  it('leave nothing behind when building fails', async () => {
    const failing = cached(entry, false, async () => Promise.reject(new Error('it is off')))
    expect(await failing.catch((error) => error.message)).to.equal('it is off')
    expect(await get()).to.deep.equal([1])
  })

  it('must be bundled to be known: what cannot be is told before anything is built', async () => {
    writeFileSync(part, 'export const = 1')
    expect(await cached(entry, false, build).catch((error) => error.name)).to.equal('Bundle.BundleError')
    expect(builds).to.equal(0)
  })
})
