import { expect } from 'chai'
import { checkName, filesOf } from '../../../adapters/moltbook/index.ts'
import { asWords } from '../../../cli/moltbook/asWords.ts'
import { UsageError } from '../../../cli/terminal/failure.ts'

describe('the words of a call', () => {
  it('E12: what is wrong with them is an error of usage, and nothing else is', () => {
    expect(asWords(() => checkName('agents'))).to.equal('agents')
    expect(() => asWords(() => checkName('../x'))).to.throw(UsageError, '--submolt is no name of a submolt')
    expect(() => asWords(() => filesOf('folder', '../x'))).to.throw(UsageError)
    const broken = () => {
      throw new TypeError('ours')
    }
    expect(() => asWords(broken)).to.throw(TypeError)
  })
})
