import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { bring, type Options, readDocument } from '../../../../cli/commands/round/document.ts'
import { UsageError } from '../../../../cli/terminal/failure.ts'
import { temporaryFolder } from '../../../../local/temporaryFolder.ts'

const keyEnv = 'CRESOLVER_KEY'

const failureOf = (promise: Promise<unknown>): Promise<Error> =>
  promise.then(
    () => new Error('It did not fail.'),
    (error) => error,
  )

describe('a round that a person names', () => {
  const folder = temporaryFolder('document')
  after(() => folder.remove())
  const fileOf = (text: string) => {
    const file = join(folder.path, 'round.json')
    writeFileSync(file, text)
    return file
  }

  it('is read from its file alone where no chain is named', async () => {
    const brought = await bring(fileOf('{"market_id":7}'), { keyEnv })
    expect(brought).to.deep.equal({ document: { market_id: 7 }, facts: null, from: null })
  })

  it('by its market’s id needs a file or a gateway beside it, and one of them only', async () => {
    expect((await failureOf(bring('7', { keyEnv }))).message).to.contain('--transcript or --gateway')
    const both = bring('7', { keyEnv, transcript: 'a.json', gateway: 'http://127.0.0.1:1' })
    expect((await failureOf(both)).message).to.contain('Keep one of')
  })

  it('is named once', async () => {
    for (const given of [{ transcript: 'a.json' }, { gateway: 'http://127.0.0.1:1' }]) {
      const failure = await failureOf(bring('round.json', { keyEnv, ...given } as Options))
      expect(failure).to.be.instanceOf(UsageError)
      expect(failure.message).to.contain('Name the file once')
    }
  })

  it('is a JSON object', async () => {
    for (const text of ['[]', '1', 'null', '"x"'])
      expect(await failureOf(readDocument(fileOf(text))), text).to.be.instanceOf(UsageError)
    expect(await failureOf(readDocument(fileOf('{')))).to.have.property('name', 'Json.NotJsonError')
    expect(await readDocument(fileOf('{}'))).to.deep.equal({})
  })
})
