import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { readSecrets } from '../../../../cli/commands/don/secrets.ts'
import { UsageError } from '../../../../cli/terminal/failure.ts'
import { temporaryFolder } from '../../../../local/temporaryFolder.ts'

describe('secrets.yaml of a workflow', () => {
  const folder = temporaryFolder('secrets')
  after(() => folder.remove())
  const fileOf = (text: string): string => {
    const file = join(folder.path, 'secrets.yaml')
    writeFileSync(file, text)
    return file
  }

  it('takes each secret from the variable that it names; an empty or missing one is told, without a value', () => {
    const file = fileOf(
      'secretsNames:\n  API_KEY: [API_KEY_ENV]\n  OTHER: [OTHER_ENV]\n  THIRD: [THIRD_ENV]\n',
    )
    expect(readSecrets(file, { API_KEY_ENV: 'hunter2', OTHER_ENV: '' })).to.deep.equal({
      secrets: { API_KEY: 'hunter2' },
      missing: [
        { name: 'OTHER', variable: 'OTHER_ENV' },
        { name: 'THIRD', variable: 'THIRD_ENV' },
      ],
    })
  })

  it('the project’s own file can be read', () => {
    const { secrets, missing } = readSecrets('secrets.yaml', {})
    expect(secrets).to.deep.equal({})
    expect(missing).to.be.an('array')
  })

  it('error: no list of one variable, no names, no YAML, no file', () => {
    const cases: [string, RegExp][] = [
      ['secretsNames:\n  KEY: []\n', /names no secrets/],
      ['secretsNames:\n  KEY: [A, B]\n', /names no secrets/],
      ['secretsNames:\n  KEY: A\n', /names no secrets/],
      ['other: 1\n', /names no secrets/],
      ['a: &x [1]\nb: *x\n', /Cannot read/],
      ['a: [', /Cannot read/],
    ]
    for (const [text, why] of cases)
      expect(() => readSecrets(fileOf(text), {}), text)
        .to.throw(UsageError)
        .with.property('message')
        .match(why)
    expect(() => readSecrets('/nowhere.yaml', {})).to.throw(UsageError, 'Cannot read /nowhere.yaml.')
  })
})
