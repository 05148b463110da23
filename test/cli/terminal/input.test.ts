import { expect } from 'chai'
import { UsageError } from '../../../cli/terminal/failure.ts'
import { readBytes } from '../../../cli/terminal/input.ts'
import { skipFor } from '../../helpers/skip.ts'

describe('the input of a command', () => {
  it('is a file, whole', async () => {
    const text = Buffer.from(await readBytes(import.meta.filename)).toString('utf8')
    expect(text).to.match(/^import [\s\S]*\}\)\n$/)
  })

  const failure = (file: string) => readBytes(file).catch((error: unknown) => error)

  it('error: a file that is not there', async () => {
    expect(await failure('/no/such/file'))
      .to.be.instanceOf(UsageError)
      .with.property('message')
      .that.includes('ENOENT')
  })

  it('error: a file without an end', async function () {
    if (process.platform === 'win32') return skipFor(this, 'Windows has no /dev/zero')
    const endless = await failure('/dev/zero')
    expect(endless).to.be.instanceOf(UsageError).with.property('message').that.includes('larger than')
  })
})
