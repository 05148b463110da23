import { expect } from 'chai'
import { importsOf } from '../../../scripts/check/imports.ts'

describe('importsOf', () => {
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
})
