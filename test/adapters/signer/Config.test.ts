import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { readConfig, schema } from '../../../adapters/signer/Config.ts'

const fund = `eip155:31337:0x${'ab'.repeat(20)}`
const value = { socket: 's.sock', keyEnv: 'KEY', funds: [fund], audit: 'audit' }

describe('the config of a signer', () => {
  it('has an example that is right', () => {
    expect(readConfig('adapters/signer/examples/signer.yaml').subjectTypes).to.deep.equal(['CLAIM'])
  })

  it('signs claims alone, for 15 minutes, unless it says otherwise', () => {
    expect(schema.parse(value)).to.deep.include({
      subjectTypes: ['CLAIM'],
      limits: { lifetimeSeconds: 900, perMinute: 30, perDay: 2_000 },
    })
  })

  it('spells funds in lower case, so that a draft in any case fits', () => {
    expect(schema.parse({ ...value, funds: [fund.toUpperCase().replace('0X', '0x')] }).funds).to.deep.equal([
      fund,
    ])
  })

  for (const [what, change] of [
    ['a fund that names no contract', { funds: ['fund-1'] }],
    ['no fund at all', { funds: [] }],
    ['a type that is not known', { subjectTypes: ['VOTE'] }],
    ['the key itself in place of its variable', { keyEnv: `0x${'59'.repeat(32)}` }],
    ['a lifetime of more than a day', { limits: { lifetimeSeconds: 86_401 } }],
    ['a socket path that no system takes', { socket: 'x'.repeat(101) }],
    ['a field that is not known', { key: '0x00' }],
  ] as const)
    it(`refuses ${what}`, () => {
      expect(schema.safeParse({ ...value, ...change }).success).to.equal(false)
    })

  it('names the field and the example where a file is wrong', () => {
    const folder = mkdtempSync(join(tmpdir(), 'signer-'))
    const file = join(folder, 'signer.json')
    writeFileSync(file, JSON.stringify({ ...value, funds: 7 }))
    expect(() => readConfig(file)).to.throw(/funds[\s\S]*adapters\/signer\/examples/)
    rmSync(folder, { recursive: true })
  })
})
