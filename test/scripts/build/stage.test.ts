import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'

import { carriedFiles } from '../../../scripts/build/stage.ts'
import { temporaryFolder } from '../../helpers/program.ts'

describe('what a package carries beside its code', () => {
  const root = temporaryFolder()
  after(() => rmSync(root, { recursive: true }))

  it('is tracked by git: no key and no config that lies in a room', () => {
    const git = (...words: string[]) => execFileSync('git', words, { cwd: root, stdio: 'ignore' })
    mkdirSync(join(root, 'workers'))
    for (const name of ['rows.sql', 'gone.txt', 'code.ts', 'tsconfig.json', '.env', 'key.json'])
      writeFileSync(join(root, 'workers', name), '1')
    git('init')
    git('add', 'workers/rows.sql', 'workers/gone.txt', 'workers/code.ts', 'workers/tsconfig.json')
    rmSync(join(root, 'workers/gone.txt'))
    expect(carriedFiles(root)).to.deep.equal(['workers/rows.sql'])
  })
})
