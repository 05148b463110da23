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
})
