import { expect } from 'chai'
import { projectFiles, show } from '../../../scripts/check/files.ts'
import { lockfile, machinePaths } from '../../../scripts/check/workplace.ts'

// Spelt apart, so that this file is not found itself.
const at = (folder: string) => `/${folder}/x`

describe('machinePaths', () => {
  it('finds none in the project', () => {
    expect(machinePaths(projectFiles()).map(show)).to.deep.equal([])
  })

  it('finds the folders of a machine in code, prose and addresses', () => {
    for (const folder of ['tmp', 'work', 'root', 'home']) {
      for (const text of [
        `const a = '${at(folder)}'`,
        `see ${at(folder)}.`,
        `file://${at(folder)}`,
        at(folder),
        `A=${at(folder)}`,
      ]) {
        const found = machinePaths([{ path: 'a.md', text: `\n${text}` }])
        expect(found, text).to.have.length(1)
        expect(found[0]).to.include({ path: 'a.md', line: 2, rule: 'machine-path' })
      }
    }
  })

  it('leaves addresses of the web and routes alone', () => {
    for (const text of [
      `https://example.com${at('home')}`,
      `./test${at('work')}`,
      'GET /por/:root',
      '/rooted/x',
      '/var/x',
    ]) {
      expect(machinePaths([{ path: 'a.md', text }]), text).to.deep.equal([])
    }
  })
})

describe('lockfile', () => {
  const check = (packages: object) =>
    lockfile([{ path: 'package-lock.json', text: JSON.stringify({ packages }, null, 2) }])

  it('finds nothing in the project', () => {
    expect(lockfile(projectFiles()).map(show)).to.deep.equal([])
  })

  it('finds a download address, an engine demand of the EVM, and a missing file', () => {
    expect(check({ 'node_modules/a': { resolved: 'https://example.com/a.tgz' } })).to.have.length(1)
    expect(
      check({ 'node_modules/@nomicfoundation/edr-linux-x64-gnu': { engines: { node: '>= 22' } } }),
    ).to.have.length(1)
    expect(lockfile([])).to.have.length(1)
  })

  it('lets others demand an engine, and a link point into the project', () => {
    expect(
      check({ 'node_modules/a': { engines: { node: '>= 22' } }, b: { resolved: 'b', link: true } }),
    ).to.deep.equal([])
  })
})
