import { expect } from 'chai'
import { startProgress } from '../../../scripts/demo/startProgress.ts'

describe('progress', () => {
  const written = (isTTY: boolean) => {
    const parts: string[] = []
    const stream = { isTTY, columns: 40, write: (text: string) => parts.push(text) > 0 }
    const progress = startProgress(stream as never)
    progress.step('first things')
    progress.say('one happened')
    progress.step('a second step with a title that is longer than the terminal')
    progress.done()
    return parts.join('')
  }

  it('is plain lines where nobody watches a terminal', () => {
    expect(written(false)).to.equal(
      'first things\n  one happened\na second step with a title that is longer than the terminal\n',
    )
  })

  it('redraws its line on a terminal, within its width, and leaves what is done', () => {
    const text = written(true)
    expect(text).to.contain('\u001b[2K').and.contain('✓ first things').and.contain('  one happened\n')
    const drawn = text.split('\u001b[2K').filter((part) => part.includes(' … '))
    expect(drawn).to.not.have.length(0)
    for (const line of drawn) expect(line.trimEnd().length).to.be.at.most(40)
  })
})
