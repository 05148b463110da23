import { expect } from 'chai'
import { UsageError } from '../../../cli/terminal/failure.ts'
import { readBytes } from '../../../cli/terminal/input.ts'

describe('the input of a command', () => {
  it('is a file, whole', async () => {
    const text = Buffer.from(await readBytes(import.meta.filename)).toString('utf8')
    expect(text).to.match(/^import [\s\S]*\}\)\n$/)
  })

  it('error: a file that is not there, and one without an end', async function () {
    const failure = (file: string) => readBytes(file).catch((error: unknown) => error)
    expect(await failure('/no/such/file'))
      .to.be.instanceOf(UsageError)
      .with.property('message')
      .that.includes('ENOENT')
    if (process.platform === 'win32') return this.skip()
    const endless = await failure('/dev/zero')
    expect(endless).to.be.instanceOf(UsageError).with.property('message').that.includes('larger than')
  })
})
