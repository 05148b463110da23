import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { selectFiles, UnmatchedError } from '../../../scripts/test/selectFiles.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const select = (...paths: string[]) => selectFiles(root, paths)

describe('npm test', () => {
  it('runs every test file exactly once', () => {
    const { mocha, contracts, solidity } = select()
    const chosen = [...mocha, ...contracts, ...solidity]
    const all = globSync(['test/**/*.test.ts', 'test/**/*.t.sol'], { cwd: root })
    expect([...chosen].sort()).to.deep.equal(all.sort())
    expect(new Set(chosen).size).to.equal(chosen.length)
  })

  it('runs the named file alone', () => {
    expect(select('test/protocol/Wire.test.ts')).to.deep.equal({
      mocha: ['test/protocol/Wire.test.ts'],
      compiled: [],
      contracts: [],
      solidity: [],
    })
  })

  it('runs all below a folder, with or without a slash at its end, and once if it is named twice', () => {
    const { mocha } = select('test/protocol/question')
    expect(mocha).to.include('test/protocol/question/Canonical.test.ts')
    expect(mocha.every((file) => file.startsWith('test/protocol/question/'))).to.equal(true)
    expect(select('test/protocol/question/', './test/protocol/question').mocha).to.deep.equal(mocha)
  })

  it('does not take a folder for another whose name begins alike', () => {
    expect(select('test/scripts/test').mocha.every((file) => file.startsWith('test/scripts/test/'))).to.equal(
      true,
    )
  })

  it('gives tests of contracts to Hardhat, in TypeScript and in Solidity', () => {
    expect(select('test/contracts/Join.test.ts', 'test/contracts/ProofLib.t.sol')).to.deep.equal({
      mocha: [],
      compiled: [],
      contracts: ['test/contracts/Join.test.ts'],
      solidity: ['test/contracts/ProofLib.t.sol'],
    })
    const { mocha, contracts, solidity } = select('test/contracts')
    expect(mocha).to.deep.equal([])
    expect(contracts).to.include('test/contracts/Join.test.ts')
    expect(solidity).to.include('test/contracts/invariants/Market.t.sol')
  })

  it('knows which other tests need compiled contracts', () => {
    const { mocha, compiled } = select()
    expect(compiled).to.include.members([
      'test/workers/sentinel/contracts.test.ts',
      'test/local/ledger/market.test.ts',
    ])
    expect(mocha).to.include.members([...compiled])
    expect(compiled.length).to.be.below(mocha.length / 20)
  })

  it('says what is wrong with a path that matches nothing', () => {
    expect(() => select('test/nowhere')).to.throw(UnmatchedError, 'test/nowhere does not exist.')
    expect(() => select('test/fixtures')).to.throw(UnmatchedError, 'test/fixtures holds no test files.')
    expect(() => select('test/contracts/Vm.sol')).to.throw(
      UnmatchedError,
      'test/contracts/Vm.sol is not a test file.',
    )
    expect(() => select('test/protocol/Wire.test.ts', 'protocol')).to.throw(UnmatchedError, 'protocol')
  })
})
