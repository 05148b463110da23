import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { buildWorkflow } from '../../don/build.ts'

// Where packages are found, and nothing is kept.
const place = fileURLToPath(new URL('../../node_modules/.cache/', import.meta.url))

describe('buildWorkflow', () => {
  let folder: string
  beforeEach(async () => {
    await mkdir(place, { recursive: true })
    folder = await mkdtemp(join(place, 'test-'))
  })
  afterEach(async () => await rm(folder, { recursive: true, force: true }))

  const write = async (name: string, text: string) => await writeFile(join(folder, name), text)
  const build = async (cache: boolean) =>
    Buffer.from(await buildWorkflow(join(folder, 'main.ts'), { checks: false, cache }))

  it('keeps what it built by all sources that went into it', async () => {
    // A text of its own, so that no earlier run has built it.
    const told = String(performance.timeOrigin)
    await write(
      'main.ts',
      "import { told } from './told.ts'\nexport async function main() { console.log(told) }\n",
    )
    await write('told.ts', `export const told = '${told}'\n`)
    const first = await build(true)
    expect((await build(true)).equals(first)).to.equal(true)
    expect((await build(false)).equals(first)).to.equal(true)
    await write('told.ts', `export const told = '${told}, changed'\n`)
    expect((await build(true)).equals(first)).to.equal(false)
  })

  it('says why a workflow cannot be built', async () => {
    await write('main.ts', 'export async function main( {')
    const error = await build(true).catch((cause) => cause)
    expect(error.name).to.match(/^Build\.|^Bundle\./)
    expect(error.message).to.match(/main\.ts/)
  })
})
