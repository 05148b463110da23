import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { expect } from 'chai'
import { ApiKey } from '../../../adapters/moltbook/Credentials.ts'
import { Credentials } from '../../../adapters/moltbook/index.ts'
import { temporaryFolder } from '../../../local/temporaryFolder.ts'
import { writeCredentials } from './stage.ts'

const secret = 'moltbook_sk_0123456789abcdef'
const key = new ApiKey(secret)

describe('credentials', () => {
  const folder = temporaryFolder('credentials')
  after(() => folder.remove())

  it('S0-73 S0-74 C63: --account picks <account>-credentials.json; without it credentials.json', () => {
    writeCredentials(folder.path, secret)
    writeCredentials(folder.path, `${secret}2`, 'w3cash-credentials.json')
    expect(Credentials.read(folder.path, undefined).key.authorization()).to.equal(`Bearer ${secret}`)
    expect(Credentials.read(folder.path, 'w3cash').key.authorization()).to.equal(`Bearer ${secret}2`)
  })

  for (const mode of [0o640, 0o604, 0o644, 0o660])
    it(`S0-74 C63: a file with mode ${mode.toString(8)} is refused`, () => {
      const file = join(folder.path, 'open-credentials.json')
      writeCredentials(folder.path, secret, 'open-credentials.json')
      chmodSync(file, mode)
      expect(() => Credentials.read(folder.path, 'open')).to.throw('chmod 600')
    })

  for (const account of ['../x', 'a/b', '', '.', 'a b', '-x'])
    it(`an account leads nowhere else: ${JSON.stringify(account)}`, () => {
      expect(() => Credentials.read(folder.path, account)).to.throw('is no name of an account')
    })

  it('a key is never printed, and what is wrong with its file is told without it', () => {
    expect([`${key}`, JSON.stringify({ key }), inspect({ key }), inspect(key)].join()).to.not.contain(
      '0123456789',
    )
    writeFileSync(join(folder.path, 'bad-credentials.json'), `{"api_key":"${secret}`, { mode: 0o600 })
    expect(() => Credentials.read(folder.path, 'bad'))
      .to.throw()
      .that.satisfies((error: Error) => !inspect(error, { depth: 10 }).includes(secret))
    expect(() => Credentials.read(folder.path, 'absent')).to.throw('there is no such file')
  })
})
