import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect } from 'chai'
import { commands, MissingToolError } from '../../../scripts/audit/tools.ts'
import { compiler } from '../../../scripts/solidity/compiler.ts'

describe('the tools of the proofs', () => {
  it('our compiler comes first on the path, and answers as solc does', () => {
    const [bin] = commands().split(':')
    expect(execFileSync(join(bin!, 'solc'), ['--version'], { encoding: 'utf8' })).to.include(
      `Version: ${compiler.version}`,
    )
  })

  it('what is missing is named, and that the rest needs none of it', () => {
    const { message } = new MissingToolError('Python 3.11')
    expect(message).to.include('Python 3.11').and.to.include('npm test')
  })
})
