import { expect } from 'chai'
import { arrows } from '../../../scripts/check/arrows.ts'
import { projectFiles, show } from '../../../scripts/check/files.ts'
import { importsOf } from '../../../scripts/check/imports.ts'

const findings = (path: string, text: string) => arrows([{ path, text }]).map(({ message }) => message)
const accepts = (path: string, text: string) =>
  expect(findings(path, text), `${path}: ${text}`).to.deep.equal([])
const refuses = (path: string, text: string) =>
  expect(findings(path, text), `${path}: ${text}`).to.have.length(1)

describe('arrows', () => {
  it('DESIGN §1: the project draws no other', () => {
    expect(arrows(projectFiles()).map(show)).to.deep.equal([])
  })

  it('reads every form of import', () => {
    const text = `
      import a from './a.ts'
      import * as b from './b.ts'
      import './c.ts'
      import type { D } from './d.ts'
      import { type E, type F } from './e.ts'
      export * from './f.ts'
      export { g } from './g.ts'
      export * as h from './h.ts'
      const i = await import('./i.ts')
      const j = require('./j.ts')
      import k = require('./k.ts')
      let l: typeof import('./l.ts')
      const m = await import(\`./m/\${name}.ts\`)
      const n = await import(name)`
    const imports = importsOf({ path: 'x.ts', text })
    expect(imports.map(({ target }) => target)).to.have.members([
      ...'abcdefghijkl'.split('').map((name) => `./${name}.ts`),
      './m/',
      undefined,
    ])
    const types = imports.filter(({ typeOnly }) => typeOnly).map(({ target }) => target)
    expect(types).to.have.members(['./d.ts', './e.ts', './l.ts'])
    expect(imports.find(({ target }) => target === './c.ts')).to.include({ line: 4 })
  })

  it('reads the imports of Solidity, and not those in its comments', () => {
    const text = `// import "./a.sol";
      /* import "./b.sol"; */ import "./c.sol";
      import { D, D2 as E } from
        "./d.sol";
      import * as F from './f.sol';`
    const imports = importsOf({ path: 'X.sol', text })
    expect(imports).to.deep.equal([
      { target: './c.sol', line: 2, typeOnly: false },
      { target: './d.sol', line: 4, typeOnly: false },
      { target: './f.sol', line: 5, typeOnly: false },
    ])
  })

  it('lets protocol/ import its siblings, viem/utils, zod and @noble/curves, and of viem only types', () => {
    for (const target of ['./Json.ts', 'viem/utils', 'zod', '@noble/curves/secp256k1']) {
      accepts('protocol/A.ts', `import { a } from '${target}'`)
    }
    accepts('protocol/A.ts', "import type { Hex } from 'viem'")
    for (const target of [
      'viem',
      'viem/accounts',
      'node:fs',
      'fs',
      'ethers',
      '@noble/hashes/sha3',
      '../don/guest.ts',
    ]) {
      refuses('protocol/A.ts', `import { a } from '${target}'`)
    }
    refuses('protocol/A.ts', "import { type Hex, keccak256 } from 'viem'")
    refuses('protocol/A.ts', "export * from '../scripts/cli/failure.ts'")
    refuses('protocol/A.ts', 'const a = await import(name)')
    refuses('protocol/A.ts', "let a: import('../workers/agent.ts').Agent")
  })

  it('keeps workflow/, don/ and workers/ apart', () => {
    accepts(
      'workflow/ask.ts',
      "import { Round } from '../protocol/index.ts'\nimport { cre } from '@chainlink/cre-sdk'",
    )
    refuses('workflow/ask.ts', "import { x } from '../workers/agent/app.ts'")
    refuses('workflow/ask.ts', "import { readFileSync } from 'node:fs'")
    refuses('don/node.ts', "import { x } from '../workflow/main.ts'")
    refuses('don/node.ts', "import { x } from '../workers/agent/app.ts'")
    refuses('workers/agent/app.ts', "import { x } from '../../workflow/ask.ts'")
    refuses('workers/agent/app.ts', "import { x } from '../../../don/guest.ts'")
    accepts(
      'workers/agent/app.ts',
      "import { abi } from '../../../deployments/abi.ts'\nimport { x } from 'node:http'",
    )
  })

  it('lets only tests import scripts/, and scripts/ of test/ only the vectors, and for benches the helpers', () => {
    refuses('workers/agent/app.ts', "import { x } from '../../../cli/terminal/failure.ts'")
    refuses('hardhat.config.ts', "import { x } from './scripts/deploy.ts'")
    accepts('test/cli/cresolver.test.ts', "import { x } from '../../../cli/cresolver.ts'")
    accepts('scripts/vectors/vectors.ts', "import { x } from '../test/vectors/runner.ts'")
    refuses('scripts/demo.ts', "import { x } from '../test/helpers/chain.ts'")
    accepts('scripts/bench/gas.ts', "import { x } from '../../../local/ledger/market.ts'")
    accepts('scripts/bench/gas.ts', "import { x } from '../chain/evidence.ts'")
  })

  it('lets others see of protocol/ only its index', () => {
    accepts('don/guest.ts', "import { Json } from '../protocol/index.ts'")
    refuses('don/guest.ts', "import * as Json from '../protocol/Json.ts'")
    refuses('cli/cresolver.ts', "import * as Json from '../protocol/Json.ts'")
    accepts('test/protocol/Json.test.ts', "import * as Json from '../../../protocol/Json.ts'")
  })

  it('has a second door of protocol/ for the DON, and one for workers', () => {
    accepts('don/guest.ts', "import { BaseError } from '../protocol/core.ts'")
    refuses('workers/a/b.ts', "import { BaseError } from '../../../protocol/core.ts'")
    accepts('workers/a/b.ts', "import { binance } from '../../../protocol/source/index.ts'")
    refuses('workers/a/b.ts', "import { binance } from '../../../protocol/source/binance.ts'")
    refuses('workflow/ask.ts', "import { binance } from '../protocol/source/index.ts'")
  })

  it('lets contracts/ import OpenZeppelin alone, and Chainlink on local chains', () => {
    accepts(
      'contracts/A.sol',
      'import { B } from "./libraries/B.sol";\nimport "@openzeppelin/contracts/C.sol";',
    )
    refuses('contracts/A.sol', 'import "@chainlink/contracts/src/v0.8/keystone/KeystoneForwarder.sol";')
    refuses('contracts/A.sol', 'import { B } from "./local/B.sol";')
    refuses('contracts/A.sol', 'import "solmate/C.sol";')
    accepts('contracts/local/A.sol', 'import "@chainlink/contracts/src/v0.8/keystone/KeystoneForwarder.sol";')
    accepts('contracts/local/A.sol', 'import { B } from "../interfaces/B.sol";')
  })

  it('refuses a path that leaves the project', () => {
    refuses('scripts/a.ts', "import { x } from '../../elsewhere/x.ts'")
  })

  it('finds a circle inside protocol/', () => {
    const file = (name: string, ...targets: string[]) => ({
      path: `protocol/${name}.ts`,
      text: targets.map((target) => `import * as ${target} from './${target}.ts'`).join('\n'),
    })
    expect(arrows([file('A', 'B', 'C'), file('B', 'C'), file('C')])).to.deep.equal([])
    const circle = arrows([file('D', 'B'), file('B', 'C'), file('C', 'A'), file('A', 'B')])
    expect(circle.map(({ message }) => message)).to.deep.equal([
      'protocol/A.ts → protocol/B.ts → protocol/C.ts → protocol/A.ts',
    ])
    expect(arrows([file('A', 'A')])).to.have.length(1)
  })
})
