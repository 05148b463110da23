import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { licenceOf, noticesOf } from '../../../scripts/build/notices.ts'
import { projectRoot } from '../../../scripts/check/files.ts'

const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8')

describe('licences of others', () => {
  const chainlink = ['@chainlink/cre-sdk', '@chainlink/cre-sdk-javy-plugin', '@chainlink/contracts']

  it('the README names the packages that are under BUSL-1.1, and what their licence grants', () => {
    const readme = read('README.md')
    const { dependencies, devDependencies } = JSON.parse(read('package.json'))
    const restricted = Object.keys({ ...dependencies, ...devDependencies }).filter(
      (name) => licenceOf(name) === 'BUSL-1.1',
    )
    expect(restricted).to.have.members(chainlink)
    for (const name of restricted) expect(readme).to.include(`\`${name}\``)
    expect(readme).to.include('BUSL-1.1')
    for (const name of chainlink.slice(0, 2)) {
      const licence = read(`node_modules/${name}/LICENSE.md`)
      expect(licence).to.include('Additional Use Grant: Any uses listed and defined in this repository')
      expect(licence).to.include('Change Date: May 20, 2029').and.include('Change License: MIT')
    }
  })

  it('the contracts import only files of Chainlink whose header says MIT', () => {
    const seen = new Set<string>()
    const visit = (path: string) => {
      if (seen.has(path)) return
      seen.add(path)
      const source = read(path)
      expect(source.split('\n', 1)[0], path).to.equal('// SPDX-License-Identifier: MIT')
      for (const [, from] of source.matchAll(/^import .*"(\.[^"]+)";/gm)) visit(join(path, '..', from!))
    }
    visit('node_modules/@chainlink/contracts/src/v0.8/keystone/KeystoneForwarder.sol')
    expect(seen.size).to.be.greaterThan(4)
  })

  it('notices of a package say each licence, and what BUSL-1.1 means where one is', () => {
    const notices = noticesOf('@cresolver/don', [
      ['@chainlink/cre-sdk', '1.0.0'],
      ['viem', '2.0.0'],
    ])
    expect(notices)
      .to.include('| @chainlink/cre-sdk | 1.0.0 | BUSL-1.1 |')
      .and.include('| viem | 2.0.0 | MIT |')
    expect(notices).to.include('allows everything but use in production')
    expect(noticesOf('@cresolver/protocol', [['viem', '2.0.0']])).not.to.include('BUSL')
    expect(noticesOf('cresolver', [])).to.include('SCOWL')
  })
})
