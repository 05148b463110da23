import { existsSync } from 'node:fs'
import { expect } from 'chai'
import { temporaryFolder } from '../../local/temporaryFolder.ts'

describe('a temporary folder', () => {
  it('is there until it is removed, and may be removed twice', () => {
    const before = process.listenerCount('exit')
    const folder = temporaryFolder('test')
    expect(existsSync(folder.path)).to.equal(true)
    folder.remove()
    folder.remove()
    expect(existsSync(folder.path)).to.equal(false)
    expect(process.listenerCount('exit')).to.equal(before)
  })

  it('many of them add one listener to the process, and the last one takes it away', () => {
    const before = process.listenerCount('exit')
    const own = temporaryFolder('test')
    const withOne = process.listenerCount('exit')
    const more = Array.from({ length: 12 }, () => temporaryFolder('test'))
    expect(process.listenerCount('exit')).to.equal(withOne)
    own.remove()
    expect(more.every(({ path }) => existsSync(path))).to.equal(true)
    for (const folder of more) folder.remove()
    expect(more.some(({ path }) => existsSync(path))).to.equal(false)
    expect(process.listenerCount('exit')).to.equal(before)
  })
})
