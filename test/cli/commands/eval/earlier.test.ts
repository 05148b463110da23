import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { readEarlier } from '../../../../cli/commands/eval/earlier.ts'
import { UsageError } from '../../../../cli/terminal/failure.ts'
import { temporaryFolder } from '../../../../local/temporaryFolder.ts'
import { failing, line } from './lines.ts'

describe('readEarlier', () => {
  const folder = temporaryFolder('earlier')
  after(() => folder.remove())
  const fileOf = (...lines: object[]): string => {
    const file = join(folder.path, 'run.jsonl')
    writeFileSync(file, lines.map((one) => JSON.stringify(one)).join('\n'))
    return file
  }
  const refused = async (file: string): Promise<Error> =>
    readEarlier(file, 'me').then(
      () => expect.fail('It was read.'),
      (error: Error) => error,
    )

  it('takes up lines as they were printed; what failed is asked again, and totals are no line', async () => {
    const first = line('a', 'YES')
    const earlier = await readEarlier(fileOf(first, line('b', 'NO', failing), { totals: { cases: 1 } }), 'me')
    expect([...earlier]).to.deep.equal([['a', first]])
  })

  it('error: answers of another worker or model are not mixed with these', async () => {
    const error = await refused(fileOf(line('a', 'YES'), { ...line('b', 'YES'), by: 'another' }))
    expect(error).to.be.instanceOf(UsageError)
    expect(error.message).to.contain('of another worker')
  })

  it('error: a file of scripted readers, or of anything else, has nothing to go on with', async () => {
    const error = await refused(fileOf({ id: 'a', truth: 'YES', outcome: 'YES', verdict: 'right' }))
    expect(error.message).to.contain('has no line of an earlier')
  })
})
