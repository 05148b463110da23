import { expect } from 'chai'
import { examplesIn, examplesOf, runExample } from './helpers/examples.ts'

/**
 * Every example that a reader may copy from the packages' comments runs, and gives what it says. How an example is
 * written is said in helpers/examples.ts.
 */
const examples = examplesIn(['protocol/**/*.ts', 'workers/sdk/**/*.ts'])

describe('examples', () => {
  it('are found where they are written', () => {
    expect(examples.map(({ file, name }) => `${file} ${name}`)).to.include.members([
      'protocol/Question.ts parse',
      'protocol/Merkle.ts build',
      'protocol/source/parseExact.ts parse',
    ])
  })

  for (const example of examples)
    it(`hold: ${example.file}, ${example.name}`, async () => {
      await runExample(example)
    })
})

describe('an example', () => {
  const failing = async (code: string): Promise<string> => {
    try {
      await runExample({ file: 'protocol/Some.ts', code })
    } catch (error) {
      return (error as Error).message
    }
    return 'It ran.'
  }

  it('is read from the comment of any declaration, without its margin and fence', () => {
    const text = [
      '/**',
      ' * Adds.',
      ' *',
      ' * @example',
      ' * ```ts',
      ' * add(',
      ' *   1, 2) // 3',
      ' * ```',
      ' * @deprecated',
      ' */',
      'export const add = (a: number, b: number) => a + b',
    ].join('\n')
    expect(examplesOf('add.ts', text)).to.deep.equal([
      { file: 'add.ts', name: 'add', code: 'add(\n  1, 2) // 3' },
    ])
  })

  it('fails when one of its values is another one', async () => {
    expect(await failing('1 + 1 // 2\n1 + 1 // 3')).to.include('3')
    expect(await failing("({ a: [1n] }) // { a: [1n] }\n'a' // 'b'")).to.include("'b'")
  })

  it('fails when it asserts nothing', async () => {
    expect(await failing('1 + 1')).to.include('asserts nothing')
    expect(await failing('const sum = 1 + 1 // 2')).to.include('asserts nothing')
  })

  it('takes what is printed where the value is not an expression', async () => {
    expect(await failing('new Map([[1, 2]]) // Map(1) { 1 => 2 }')).to.equal('It ran.')
    expect(await failing('new Map([[1, 2]]) // Map(1) { 1 => 3 }')).to.include('=> 3')
  })

  it('can say which error is thrown, and fails when there is none or another', async () => {
    const code = 'Decimal.compare("x", "1") // throws '
    expect(await failing(`${code}Decimal.NotDecimalError`)).to.equal('It ran.')
    expect(await failing(`${code}Decimal.NotDecimalError: "x" is not`)).to.equal('It ran.')
    expect(await failing(`${code}Decimal.NotDecimalError: "y"`)).to.include('"y"')
    expect(await failing(`${code}TypeError`)).to.include('it threw Decimal.NotDecimalError')
    expect(await failing('1 // throws TypeError')).to.include('it threw nothing')
  })

  it('may await, declare types, and import from a package of ours or of a dependency', async () => {
    const code = [
      "import { Hash as Hashes, type Json } from '@cresolver/protocol'",
      "import * as Core from '@cresolver/protocol/core'",
      "import { keccak256 as other } from 'viem'",
      'const bytes: Uint8Array = Uint8Array.of(1)',
      'await Promise.resolve(Hashes.ofBytes(bytes) === other(bytes)) // true',
      'Core.keccak256(bytes).length // 32',
    ].join('\n')
    expect(await failing(code)).to.equal('It ran.')
    expect(await failing(code.replace('32', '31'))).not.to.equal('It ran.')
  })
})
