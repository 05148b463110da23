import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { type Export, exportsOf } from '../helpers/exportsOf.ts'

/** What people install says what it is: every export of a package has a sentence. */
const doors = ['protocol/index.ts', 'protocol/core.ts', 'protocol/source/index.ts', 'workers/sdk/index.ts']

/** A sentence has a few words and ends; a list may follow it. */
const isSentence = (comment: string): boolean =>
  /\S+\s+\S+.*\S\s*[.:]$/ms.test(comment.split('\n\n')[0]!.trim())

const undocumented = (exports: readonly Export[]): string[] =>
  exports.filter(({ comment }) => !isSentence(comment)).map(({ name, file }) => `${file}: ${name}`)

describe('exports', () => {
  for (const door of doors) {
    it(`of ${door} each have a sentence`, () => {
      const exports = exportsOf(door)
      expect(exports).not.to.be.empty
      expect(undocumented(exports)).to.deep.equal([])
    })
  }

  it('are found inside namespaces, classes and re-exports', () => {
    const names = exportsOf('protocol/index.ts').map(({ name }) => name)
    expect(names).to.include.members([
      'Question',
      'Question.parse',
      'Question.categories',
      'BaseError.Options',
    ])
    expect(new Set(names).size).to.equal(names.length)
  })

  it('without a sentence are named with their file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'documented-'))
    const write = (name: string, lines: readonly string[]) =>
      writeFileSync(join(folder, name), lines.join('\n'))
    try {
      write('inner.ts', [
        '/** The answer to everything. */',
        'export const answer = 42',
        '// This is not a comment that editors show.',
        'export type Answer = number',
        '/** Short */',
        'export class Wrong {}',
      ])
      write('index.ts', [
        '/** Numbers that are known. */',
        "export * as Inner from './inner.ts'",
        '',
        "export * as Bare from './inner.ts'",
        "export { answer } from './inner.ts'",
      ])
      expect(undocumented(exportsOf('index.ts', folder))).to.have.members([
        'inner.ts: Inner.Answer',
        'inner.ts: Inner.Wrong',
        'inner.ts: Bare',
        'inner.ts: Bare.Answer',
        'inner.ts: Bare.Wrong',
      ])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
