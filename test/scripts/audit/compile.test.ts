import { expect } from 'chai'
import { compile, version } from '../../../scripts/audit/compile.ts'
import { compiler } from '../../../scripts/solidity/compiler.ts'

const settings = { outputSelection: { '*': { '*': ['abi'], '': ['ast'] } } }
const build = (content: string) =>
  compile({ language: 'Solidity', sources: { 'A.sol': { content } }, settings })

describe('the compiler that the provers use', () => {
  it('is the one that contracts are compiled with', () => {
    expect(version).to.include(compiler.version)
  })

  it('finds files of the project, and packages', () => {
    const { errors, sources } = build(
      'import "contracts/types/Units.sol"; import "@openzeppelin/contracts/utils/Panic.sol";',
    )
    expect((errors ?? []).filter(({ severity }) => severity === 'error')).to.deep.equal([])
    expect(sources).to.include.keys('contracts/types/Units.sol')
  })

  it('says which file is nowhere', () => {
    const error = build('import "contracts/Nowhere.sol";').errors!.find((one) => one.severity === 'error')
    expect(error!.formattedMessage).to.include('contracts/Nowhere.sol')
  })
})
