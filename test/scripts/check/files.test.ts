import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { folderOf, lineAt, projectFiles, show } from '../../../scripts/check/files.ts'

describe('projectFiles', () => {
  it('reads text files by their path, in order, and neither what is binary nor what tools make', () => {
    const root = mkdtempSync(join(tmpdir(), 'files-'))
    for (const folder of ['b/inner', 'node_modules/x', 'build', 'artifacts'])
      mkdirSync(join(root, folder), { recursive: true })
    for (const file of [
      'b/inner/z.ts',
      'b/a.ts',
      'a.md',
      '.hidden',
      'node_modules/x/i.js',
      'build/o.js',
      'artifacts/a.json',
    ])
      writeFileSync(join(root, file), `text of ${file}`)
    // As in a worktree.
    writeFileSync(join(root, '.git'), 'gitdir: elsewhere')
    writeFileSync(join(root, 'picture.png'), Buffer.from([1, 0, 2]))
    const found = projectFiles(root)
    expect(found.map(({ path }) => path)).to.deep.equal(['.hidden', 'a.md', 'b/a.ts', 'b/inner/z.ts'])
    expect(found[1]!.text).to.equal('text of a.md')
    rmSync(root, { recursive: true })
  })

  it('finds this file in the project', () => {
    expect(projectFiles().map(({ path }) => path)).to.include('test/scripts/check/files.test.ts')
  })
})

describe('places in files', () => {
  it('have a folder, and a line that counts from 1', () => {
    expect([folderOf('a/b/c.ts'), folderOf('c.ts')]).to.deep.equal(['a', ''])
    expect([lineAt('a\nb\nc', 0), lineAt('a\nb\nc', 2), lineAt('a\nb\nc', 5)]).to.deep.equal([1, 2, 3])
    expect(show({ path: 'a.ts', line: 3, rule: 'guest', message: 'no' })).to.equal('a.ts:3 guest: no')
  })
})
