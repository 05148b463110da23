import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { beginCoverage, coverageReport } from '../../../scripts/test/coverage.ts'

describe('coverage of TypeScript', () => {
  it('forgets what was counted before, and names where processes count', () => {
    const root = mkdtempSync(join(tmpdir(), 'coverage-'))
    const old = join(root, 'build/coverage/old.json')
    mkdirSync(join(root, 'build/coverage'), { recursive: true })
    writeFileSync(old, '{}')
    expect(beginCoverage(root)).to.deep.equal({ NODE_V8_COVERAGE: join(root, 'build/coverage') })
    expect(existsSync(old)).to.equal(false)
    rmSync(root, { recursive: true })
  })

  it('reports every room, files that no test loads included', () => {
    const { words } = coverageReport
    expect(words).to.include.members([
      'report',
      '--all',
      'protocol/**/*.ts',
      'workers/**/*.ts',
      'local/**/*.ts',
    ])
    expect(words[words.indexOf('--temp-directory') + 1]).to.equal('build/coverage')
  })
})
