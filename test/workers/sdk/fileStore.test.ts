import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { fileStore } from '../../../workers/sdk/fileStore.ts'
import { behavesLikeAnswerStore } from './storeBehaviour.ts'
import { isSigned, make, requestOf, signer } from './workers.ts'

describe('fileStore', () => {
  const folders: string[] = []
  const folder = async () => {
    folders.push(await mkdtemp(join(tmpdir(), 'answers-')))
    return folders.at(-1)!
  }
  after(() => Promise.all(folders.map((path) => rm(path, { recursive: true }))))

  behavesLikeAnswerStore(async (limits) => fileStore(await folder(), limits))

  it('has after a restart what it had before, and its limits too', async () => {
    const path = await folder()
    const before = await fileStore(path)
    await before.keep('lasting', 'x', { lasting: true })
    for (const key of ['a', 'b']) await before.keep(key, key, { lasting: false })
    const after = await fileStore(path, { lasting: 1, passing: 2 })
    expect(await after.get('lasting')).to.equal('x')
    expect(await after.get('b')).to.equal('b')
    const error = await after.keep('more', 'y', { lasting: true }).catch(({ name }) => name)
    expect(error).to.equal('Worker.FullStoreError')
    await after.keep('c', 'c', { lasting: false })
    expect(await after.get('a')).to.equal(undefined)
  })

  it('gives two that share a folder the same first value', async () => {
    const path = await folder()
    const stores = await Promise.all([fileStore(path), fileStore(path)])
    const kept = await Promise.all(
      Array.from({ length: 20 }, (_, i) => stores[i % 2]!.keep('key', `value ${i}`, { lasting: true })),
    )
    expect(new Set(kept)).to.have.length(1)
  })

  it('takes the draft of a crashed process for nothing, and leaves none of its own', async () => {
    const path = await folder()
    await fileStore(path)
    await writeFile(join(path, 'lasting', '.draft'), 'half of a val')
    const store = await fileStore(path, { lasting: 1 })
    await store.keep('key', 'value', { lasting: true })
    const names = await readdir(join(path, 'lasting'))
    expect(names.filter((name) => name.startsWith('.'))).to.deep.equal(['.draft'])
    expect(names).to.have.length(2)
  })

  it('error: leaves no draft behind where writing fails, and the key is free', async () => {
    const path = await folder()
    const store = await fileStore(path)
    // Nothing that a file takes, so that writing fails with the draft open, as on a full disk.
    const failed = await store.keep('key', 7 as never, { lasting: true }).catch((error) => error)
    expect(failed).to.be.an('error').with.property('code', 'ERR_INVALID_ARG_TYPE')
    expect(await readdir(join(path, 'lasting'))).to.deep.equal([])
    expect(await store.keep('key', 'value', { lasting: true })).to.equal('value')
  })

  it('keeps its files readable by their owner alone', async () => {
    const path = await folder()
    await (await fileStore(path)).keep('key', 'value', { lasting: true })
    const [name] = await readdir(join(path, 'lasting'))
    const modes = [join(path, 'lasting'), join(path, 'lasting', name!)].map(
      async (one) => (await stat(one)).mode & 0o077,
    )
    expect(await Promise.all(modes)).to.deep.equal([0, 0])
  })

  it('a worker signs nothing else to a request after its restart', async () => {
    const path = await folder()
    const before = make({ signer, store: await fileStore(path) })
    const text = await before.resolve(requestOf())
    const after = make({ signer, store: await fileStore(path) })
    await after.resolve(requestOf({ question: 'Will it rain?' }))
    expect(await after.resolve(requestOf())).to.equal(text)
    expect(after.asked.map(({ question }) => question)).to.deep.equal(['Will it rain?'])
    expect(isSigned(text)).to.equal(true)
  })
})
