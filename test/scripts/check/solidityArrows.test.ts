import { expect } from 'chai'
import { projectFiles, show } from '../../../scripts/check/files.ts'
import { solidityArrows } from '../../../scripts/check/solidityArrows.ts'

const findings = (path: string, target: string) => solidityArrows([{ path, text: `import "${target}";` }])
const accepts = (path: string, target: string) =>
  expect(findings(path, target), `${path}: ${target}`).to.deep.equal([])
const refuses = (path: string, target: string) =>
  expect(findings(path, target), `${path}: ${target}`).to.have.length(1)

const forwarder = '@chainlink/contracts/src/v0.8/keystone/KeystoneForwarder.sol'

describe('arrows between contracts', () => {
  it('the project draws no other', () => {
    const files = projectFiles()
    expect(files.filter(({ path }) => /^contracts\/.*\.sol$/.test(path))).to.have.length.above(10)
    expect(solidityArrows(files).map(show)).to.deep.equal([])
  })

  it('lets contracts import each other and OpenZeppelin alone', () => {
    accepts('contracts/A.sol', './libraries/B.sol')
    accepts('contracts/libraries/A.sol', '../types/B.sol')
    accepts('contracts/A.sol', '@openzeppelin/contracts/C.sol')
    refuses('contracts/A.sol', forwarder)
    refuses('contracts/A.sol', 'solmate/C.sol')
    refuses('contracts/A.sol', '@openzeppelin-evil/C.sol')
  })

  it('lets no contract import a test, or what only local chains have', () => {
    refuses('contracts/A.sol', '../test/contracts/B.sol')
    refuses('contracts/local/A.sol', '../../test/contracts/B.sol')
    refuses('contracts/A.sol', './local/B.sol')
    refuses('contracts/A.sol', '../../elsewhere/B.sol')
  })

  it('lets contracts of local chains import Chainlink', () => {
    accepts('contracts/local/A.sol', forwarder)
    accepts('contracts/local/A.sol', '../interfaces/B.sol')
    accepts('contracts/local/A.sol', './B.sol')
    refuses('contracts/local/A.sol', 'solmate/C.sol')
  })

  it('lets tests import what they need', () => {
    accepts('test/contracts/A.sol', 'solmate/C.sol')
  })
})
