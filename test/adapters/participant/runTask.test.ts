import { expect } from 'chai'
import { exitCodes, runTask } from '../../../adapters/participant/runTask.ts'
import { market, miningTask, portsOf } from './helpers.ts'

describe('runTask', () => {
  it('is named again in its error, as far as it could be read', async () => {
    const task = { ...miningTask('https://example.org'), epochId: -1 }
    const result = await runTask(task, portsOf())
    expect(result).to.include({ taskType: 'mine_claim', fundId: `eip155:31337:${market}`, roomId: '7' })
    expect(result).not.to.have.property('epochId')
  })

  it('S3-17 answers with a status that a command can end with', async () => {
    const fetch = async () => ({
      status: 200,
      headers: {},
      body: '{"price":7}',
      retrievedAt: 9,
      method: 'GET' as const,
    })
    const { status } = await runTask(miningTask('https://example.org'), portsOf({ now: () => 9, fetch }))
    expect([status, exitCodes[status]]).to.deep.equal(['OK', 0])
    const refused = await runTask(null, portsOf())
    expect(refused).to.deep.include({ status: 'ERROR', taskType: null, reason: 'MALFORMED_TASK' })
    expect(exitCodes[refused.status]).to.equal(1)
    expect(exitCodes.REJECTED).to.equal(3)
  })

  it('repeats at most the beginning of a type that it does not know', async () => {
    const result = await runTask({ taskType: 'x'.repeat(1_000), roomId: 'y'.repeat(1_000) }, portsOf())
    expect(result).to.have.property('taskType').with.length(64)
    expect(result).to.not.have.property('roomId')
  })

  it('throws where a port fails in a way that is not an answer', async () => {
    const fetch = async () => {
      throw new RangeError('a fault of the program')
    }
    const error = await runTask(miningTask('https://example.org'), portsOf({ fetch })).catch(
      (caught) => caught,
    )
    expect(error).to.be.instanceOf(RangeError)
  })
})
