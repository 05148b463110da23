import { expect } from 'chai'
import { runHere } from '../../../helpers/callCommand.ts'

const aap = (args: string[], input: string | Uint8Array = '') => runHere(['aap', ...args], { input })

describe('cresolver aap', () => {
  it('has help with examples for every verb, and exit code 2 for words it does not know', async () => {
    for (const verb of ['parse', 'format', 'validate', 'evaluate']) {
      const { status, stdout } = await aap([verb, '--help'])
      expect(status).to.equal(0)
      expect(stdout).to.include('Example').and.include('--json')
    }
    expect((await aap(['frob'])).status).to.equal(2)
    expect((await aap(['parse', '--frob'])).status).to.equal(2)
  })
})
