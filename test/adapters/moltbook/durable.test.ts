import { appendFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import {
  appendLine,
  mendLines,
  readIfThere,
  readLines,
  replaceFile,
} from '../../../adapters/moltbook/durable.ts'
import { type TemporaryFolder, temporaryFolder } from '../../../local/temporaryFolder.ts'

describe('files that survive a crash', () => {
  let folder: TemporaryFolder
  let file: string
  beforeEach(() => {
    folder = temporaryFolder('durable')
    file = join(folder.path, 'file')
  })
  afterEach(() => folder.remove())

  it('replaces a file as a whole, readable by its owner alone, and leaves no draft', () => {
    replaceFile(file, 'old, and longer than the next')
    replaceFile(file, 'new')
    expect(readFileSync(file, 'utf8')).to.equal('new')
    expect(statSync(file).mode & 0o777).to.equal(0o600)
    expect(readdirSync(folder.path)).to.deep.equal(['file'])
  })

  it('keeps the old file where the new one cannot take its place', () => {
    mkdirSync(file)
    writeFileSync(join(file, 'inside'), 'x')
    expect(() => replaceFile(file, 'new')).to.throw()
    expect(readFileSync(join(file, 'inside'), 'utf8')).to.equal('x')
  })

  it('reads lines that were written whole, and not what a crash cut off', () => {
    expect(readLines(file)).to.deep.equal([])
    appendLine(file, 'one')
    appendLine(file, 'two §')
    expect(readLines(file)).to.deep.equal(['one', 'two §'])
    appendFileSync(file, '{"cut')
    expect(readLines(file)).to.deep.equal(['one', 'two §'])
  })

  it('mends the end of a file byte by byte, also after characters of several bytes', () => {
    appendLine(file, 'zwölf §§')
    appendFileSync(file, 'häl')
    mendLines(file)
    expect(readFileSync(file, 'utf8')).to.equal('zwölf §§\n')
    appendLine(file, 'next')
    expect(readLines(file)).to.deep.equal(['zwölf §§', 'next'])
  })

  it('mends nothing that is whole, empty or absent', () => {
    mendLines(file)
    expect(readIfThere(file)).to.equal(null)
    for (const text of ['', 'a\n']) {
      writeFileSync(file, text)
      mendLines(file)
      expect(readFileSync(file, 'utf8')).to.equal(text)
    }
    writeFileSync(file, 'only a beginning')
    mendLines(file)
    expect(readFileSync(file, 'utf8')).to.equal('')
  })

  it('calls a file absent only if it is', () => {
    expect(() => readIfThere(folder.path)).to.throw('EISDIR')
  })
})
