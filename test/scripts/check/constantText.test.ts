import { expect } from 'chai'
import ts from 'typescript'
import { constantText } from '../../../scripts/check/constantText.ts'

/** The text of the last expression of a program. */
function textOf(program: string): string | undefined {
  const file = ts.createSourceFile('a.ts', program, ts.ScriptTarget.Latest, true)
  return constantText((file.statements.at(-1) as ts.ExpressionStatement).expression)
}

describe('constantText', () => {
  it('reads literals, joined by signs, templates and brackets', () => {
    expect(textOf("'a'")).to.equal('a')
    expect(textOf("'a' + ('b' + `c`)")).to.equal('abc')
    expect(textOf(`\`x\${'y'}z\``)).to.equal('xyz')
  })

  it('follows the name of a constant above, also through another', () => {
    expect(textOf("const a = 'x'\nconst b = a + 'y'\nb")).to.equal('xy')
    expect(textOf(`export const a = 'x'\n;\`\${a}\${a}\``)).to.equal('xx')
  })

  it('knows nothing of what can change, stands below, or is not text', () => {
    expect(textOf("let a = 'x'\na")).to.equal(undefined)
    expect(textOf("const b = a\nconst a = 'x'\nb")).to.equal(undefined)
    expect(textOf("const f = () => { const a = 'x' }\na")).to.equal(undefined)
    for (const program of ['a', '7', "'a' + b", 'f()', "'a' - 'b'", `\`\${f()}\``])
      expect(textOf(program), program).to.equal(undefined)
  })
})
