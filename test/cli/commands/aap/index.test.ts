import { expect } from 'chai'
import { runAlone } from '../../../helpers/program.ts'

const aap = (args: string[], input: string | Uint8Array = '') => runAlone(['aap', ...args], input)

describe('cresolver aap', () => {
  it('has help with examples for every verb, and exit code 2 for words it does not know', () => {
    for (const verb of ['parse', 'format', 'validate', 'evaluate']) {
      const { status, stdout } = aap([verb, '--help'])
      expect(status).to.equal(0)
      expect(stdout).to.include('Example').and.include('--json')
    }
    expect(aap(['frob']).status).to.equal(2)
    expect(aap(['parse', '--frob']).status).to.equal(2)
  })
})
