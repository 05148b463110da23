import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { commit, isDirty } from '../../../cli/deploy/commit.ts'
import { temporaryFolder } from '../../helpers/program.ts'

describe('the commit of the bytecode', () => {
  const repository = temporaryFolder()
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.example', ...words], { cwd: repository })
  before(() => {
    git('init', '--quiet')
    git('commit', '--quiet', '--allow-empty', '--message=first')
  })
  after(() => rmSync(repository, { recursive: true }))

  it('is unknown in a package, whatever repository it is installed in', () => {
    const installed = join(repository, 'node_modules/cresolver')
    mkdirSync(installed, { recursive: true })
    expect(commit(installed)).to.equal(null)
  })

  it('is that of the checkout, and marked where the bytecode differs from it', () => {
    const bytecode = join(repository, 'deployments/bytecode')
    mkdirSync(bytecode, { recursive: true })
    const head = String(git('rev-parse', 'HEAD')).trim()
    expect(commit(repository)).to.equal(head)
    writeFileSync(join(bytecode, 'Market.ts'), '1')
    expect(commit(repository)).to.equal(`${head}-dirty`)
    expect([`${head}-dirty`, head, null].map(isDirty)).to.deep.equal([true, false, false])
    rmSync(join(bytecode, 'Market.ts'))
  })

  it('is marked where a tracked contract differs, and not for one that is not tracked', () => {
    const contracts = join(repository, 'contracts')
    mkdirSync(contracts)
    writeFileSync(join(contracts, 'Market.sol'), '1')
    git('add', 'contracts')
    git('commit', '--quiet', '--message=second')
    writeFileSync(join(contracts, 'Draft.sol'), '1')
    expect(isDirty(commit(repository))).to.equal(false)
    writeFileSync(join(contracts, 'Market.sol'), '2')
    expect(isDirty(commit(repository))).to.equal(true)
  })
})
