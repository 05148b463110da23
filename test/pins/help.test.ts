import { execFileSync } from 'node:child_process'
import { expect } from 'chai'
import { isThere, namedInHelp } from './here.ts'
import { expectPinnedText, pinFile } from './pin.ts'

describe('pin: help', function () {
  this.timeout(120_000)

  it('every command and subcommand shows its pinned help page', () => {
    // Its output is not a terminal, so commander takes 80 columns.
    const printed = execFileSync(process.execPath, [pinFile('printHelp.ts')], {
      env: { ...process.env, NO_COLOR: '1', MOLTBOOK_HOME: '', MOLTBOOK_BASE_URL: '' },
      stdio: ['ignore', 'pipe', 'pipe'],
      encoding: 'utf8',
      maxBuffer: 16_777_216,
    })
    const pages: Record<string, string> = JSON.parse(printed)
    expect(Object.keys(pages)).to.include.members(['cresolver proof verify', 'market cycle', 'npm start --'])
    let text = Object.entries(pages)
      .map(([words, page]) => `$ ${words} --help\n${page}`)
      .join('\n')
    for (const [words, path] of Object.entries(namedInHelp)) text = text.replaceAll(path, words)
    expectPinnedText('help', 'help.txt', text)
  })

  it('the example files that help pages name are there', () => {
    for (const path of Object.values(namedInHelp)) expect(isThere(path), path).to.equal(true)
  })
})
