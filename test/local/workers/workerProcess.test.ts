import { existsSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect } from 'chai'
import { configFile, startWorker } from '../../../local/workers/workerProcess.ts'

describe('the config file of a worker process', () => {
  it('is a plain worker on recordings, with what is asked for on top', () => {
    const { file, remove } = configFile({ agentId: 7 })
    expect(JSON.parse(readFileSync(file, 'utf8'))).to.deep.include({
      agentId: 7,
      personality: 'aap',
      listen: { host: '127.0.0.1', port: 0 },
      callers: { rate: null },
    })
    remove()
    expect(existsSync(dirname(file))).to.equal(false)
  })
})

describe('startWorker', function () {
  this.timeout(60_000)

  it('says what the worker wrote where it ends at once', async () => {
    const error = await startWorker({ config: { personality: 'nobody' } }).catch((caught) => caught)
    expect(error.message).to.contain('The worker ended at once').and.to.contain('personality')
  })
})
