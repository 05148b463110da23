import { expect } from 'chai'
import { runHere as run } from '../../../helpers/callCommand.ts'

const lines = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

describe('cresolver rules diff', function () {
  this.timeout(120_000)

  it('diff tells what an edit does', async () => {
    const input = JSON.stringify({
      id: 'e',
      before: 'Resolves "Yes" by May 1, 2027.',
      after: 'Resolves "Yes" by May 2, 2027.',
    })
    const [answer] = lines((await run(['rules', 'diff'], { input })).stdout)
    expect(answer).to.deep.include({ id: 'e', change: 'semantic' })
    const bad = await run(['rules', 'diff'], { input: '{"before":"x"}' })
    expect(bad.status).to.equal(1)
    expect(lines(bad.stdout)[0]).to.include({ error: 'Cli.NotAnEdit' })
  })
})
