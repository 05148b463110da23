import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { programIn } from '../../../scripts/test/runJobs.ts'

const patience = new URL('../../../scripts/test/patience.ts', import.meta.url).pathname

/** A test that takes ten times what its file gives it. */
const hasty = `
  describe('a file', function () {
    this.timeout(20)
    it('takes longer', (done) => setTimeout(done, 200))
  })`

describe('patience', () => {
  it('gives no test up within the time of large budgets, whatever its file says', () => {
    const folder = mkdtempSync(join(tmpdir(), 'cresolver-patience-'))
    try {
      const file = join(folder, 'hasty.cjs')
      writeFileSync(file, hasty)
      const run = (...words: string[]) =>
        spawnSync(process.execPath, [programIn('mocha/bin/mocha.js'), '--no-config', ...words, file]).status
      expect(run()).to.equal(1)
      expect(run('--require', patience)).to.equal(0)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
