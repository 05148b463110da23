import { expect } from 'chai'
import { BaseError } from '../../protocol/index.ts'

describe('BaseError', () => {
  it('puts the short sentence first, then what to try, then where to read', () => {
    const error = new BaseError('It failed.', {
      metaMessages: ['Try again.', 'Or not.'],
      docsPath: 'docs/errors.md',
    })
    expect(error.message).to.equal('It failed.\nTry again.\nOr not.\nSee docs/errors.md')
    expect(error).to.include({ name: 'BaseError', shortMessage: 'It failed.', docsPath: 'docs/errors.md' })
    expect(error).to.be.instanceOf(Error)
  })

  it('has no cause unless one is given', () => {
    expect('cause' in new BaseError('It failed.')).to.equal(false)
  })

  it('walks to the root of the chain, or to the first that a test accepts', () => {
    const root = new TypeError('root')
    const middle = new BaseError('middle', { cause: root })
    const top = new BaseError('top', { cause: middle })
    expect(top.walk()).to.equal(root)
    expect(top.walk((error) => error instanceof BaseError && error.message === 'middle')).to.equal(middle)
    expect(top.walk((error) => error instanceof RangeError)).to.equal(undefined)
    expect(new BaseError('alone').walk()).to.have.property('message', 'alone')
  })

  it('ends on a chain of causes that runs in a circle', () => {
    const first = new BaseError('first')
    const second = new BaseError('second', { cause: first })
    Object.assign(first, { cause: second })
    expect(second.walk()).to.equal(undefined)
  })
})
