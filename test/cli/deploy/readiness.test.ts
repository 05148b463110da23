import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { readMissing, sentenceOf, UnreadyError } from '../../../cli/deploy/readiness.ts'
import { onChain } from '../place.ts'

describe('what a market lacks', () => {
  const here = onChain()

  it('a local one says so itself: it is not locked and has no workflow id', async () => {
    expect(await readMissing(here(), here().market)).to.deep.equal(['lock', 'workflowId'])
  })

  it('every name that the contract knows has a sentence of its own', () => {
    const library = readFileSync('contracts/libraries/ReadinessLib.sol', 'utf8')
    const names = [...library.matchAll(/names\[n\+\+\] = "(\w+)"/g)].map(([, name]) => name!)
    expect(names).to.have.length(13)
    for (const name of names) {
      expect(sentenceOf(name)).to.match(new RegExp(`^${name}: .*\\.$`))
      expect(sentenceOf(name)).not.to.include('does not know')
    }
    expect(sentenceOf('toString')).to.include('does not know')
  })

  it('error: each thing that is missing is a line', () => {
    const { message } = new UnreadyError(here().market, ['lock', 'writer'])
    const [first, lock, writer, last] = message.split('\n')
    expect(first).to.include(here().market)
    expect(lock).to.match(/^lock: /)
    expect(writer).to.match(/^writer: .*settle/)
    expect(last).to.include('again')
  })
})
