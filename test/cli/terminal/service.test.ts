import { expect } from 'chai'
import { UsageError } from '../../../cli/terminal/failure.ts'
import { asUsage, ended, portNumber } from '../../../cli/terminal/service.ts'
import { BaseError } from '../../../protocol/index.ts'

class WrongError extends BaseError {
  override readonly name: string
  constructor(name: string) {
    super('The port is taken.', { metaMessages: ['Name another one.'] })
    this.name = name
  }
}

const thrown = (name: string): BaseError => {
  try {
    asUsage(() => {
      throw new WrongError(name)
    })
  } catch (error) {
    return error as BaseError
  }
  throw new Error('It should have failed.')
}

describe('services of the command line', () => {
  it('what is wrong with a config is wrong with the call: same words, another name', () => {
    const error = thrown('Config.InvalidError')
    expect(error).to.be.instanceOf(UsageError)
    expect(error.shortMessage).to.equal('The port is taken.')
    expect(error.metaMessages).to.deep.equal(['Name another one.'])
    expect(error.cause).to.be.instanceOf(WrongError)
  })

  it('other errors pass as they are, and results too', () => {
    expect(thrown('Store.DownError').name).to.equal('Store.DownError')
    expect(asUsage(() => 7)).to.equal(7)
  })

  it('a port is 0 to 65535', () => {
    expect(['0', '80', '65535'].map(portNumber)).to.deep.equal([0, 80, 65_535])
    for (const text of ['', '-1', '65536', '1e3', '0x50', '100000'])
      expect(() => portNumber(text), text).to.throw()
  })

  describe('ended', () => {
    const before = new Map((['SIGINT', 'SIGTERM'] as const).map((one) => [one, process.listeners(one)]))
    const added = (signal: 'SIGINT' | 'SIGTERM') =>
      process.listeners(signal).filter((one) => !before.get(signal)!.includes(one)) as (() => void)[]
    const exit = process.exit
    afterEach(() => {
      process.exit = exit
      for (const signal of ['SIGINT', 'SIGTERM'] as const)
        for (const listener of added(signal)) process.removeListener(signal, listener)
    })

    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      it(`waits for ${signal}; a second signal does not wait for what is under way`, async () => {
        const codes: unknown[] = []
        process.exit = ((code: unknown) => codes.push(code)) as never
        let isOver = false
        const over = ended().then(() => {
          isOver = true
        })
        await Promise.resolve()
        expect(isOver).to.equal(false)
        for (const listener of added(signal)) listener()
        await over
        expect(codes).to.deep.equal([])
        for (const listener of added('SIGTERM')) listener()
        expect(codes).to.deep.equal([1])
      })
  })
})
