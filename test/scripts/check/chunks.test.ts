import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { chunksIn } from '../../../scripts/test/chunks.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

describe('npm test', () => {
  it('runs every test file exactly once', () => {
    const files = chunksIn(root).flatMap((chunk) => chunk.files)
    const all = globSync('test/**/*.test.ts', { cwd: root }).filter(
      (file) => !file.startsWith('test/contracts/'),
    )
    expect([...files].sort()).to.deep.equal(all.sort())
    expect(new Set(files).size).to.equal(files.length)
  })
})
