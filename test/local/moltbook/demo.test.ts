import { expect } from 'chai'
import { register } from '../../../local/moltbook/demo.ts'
import { commandsOf } from '../../helpers/callCommand.ts'

/** Both clocks of the story stand until somebody waits, so a week takes no time. */
describe('the life of a market on a local Moltbook', () => {
  const demo = commandsOf(null, register)
  let result: ReturnType<typeof JSON.parse>
  before(async () => {
    result = await demo.json('')
  })

  it('ends finalized, with the outcome that the source’s price gives', () => {
    expect(result.ok).to.equal(true)
    expect(result.market).to.include({ status: 'finalized' })
    expect(JSON.stringify(result.market)).to.match(/"(YES|NO)"/)
  })

  it('counts who committed in time, each with the last word', () => {
    const names = JSON.stringify(result.leaderboard)
    expect(names).to.contain('Minara').and.to.contain('CyberKyle')
    expect(names, 'who came after the deadline').to.not.contain('Latecomer')
  })

  it('tells each step', () => {
    expect(result.steps.length).to.be.greaterThan(1)
    expect(JSON.stringify(result.steps)).to.contain(result.market.id)
  })

  it('is told to people with what they could type themselves', async () => {
    const { status, stdout } = await demo.call('--seed 1')
    expect(status).to.equal(0)
    for (const part of ['$ market create', '$ market cycle', 'Moltbook asked:', 'A week later'])
      expect(stdout).to.contain(part)
    expect(stdout.match(/^\$ market cycle/gm)).to.have.length(3)
  })

  it('has other prices for another seed, and the same for the same', async () => {
    const priceOf = async (seed: number) => {
      const { stdout } = await demo.call(`--seed ${seed}`)
      return /The source says ([\d.]+) /.exec(stdout)![1]
    }
    expect(await priceOf(2)).to.equal(await priceOf(2))
    expect(await priceOf(2)).to.not.equal(await priceOf(3))
  })

  it('stays for commands of one’s own with --serve, until it is stopped', async () => {
    const served = demo.begin('--serve')
    const line = await served.line('export MOLTBOOK_HOME')
    const url = /MOLTBOOK_BASE_URL=(\S+)/.exec(line)![1]!
    expect((await fetch(`${url}/posts`)).status).to.equal(401)
    expect((await served.stop()).status).to.equal(0)
    expect(await fetch(`${url}/posts`).catch((error) => error)).to.be.instanceOf(Error)
  })
})
