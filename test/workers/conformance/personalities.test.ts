import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { parse } from 'yaml'
import { examples, startWorker, type WorkerProcess } from '../../../local/workers/workerProcess.ts'
import { checkWorker } from '../../../workers/conformance/index.ts'

describe('the reference workers', () => {
  let worker: WorkerProcess | undefined
  afterEach(async () => {
    await worker?.stop()
    worker = undefined
  })

  for (const personality of ['aap', 'panel', 'llm']) {
    it(`S1-3 … S1-34: ${personality}, started from its example, keeps every rule`, async function () {
      this.timeout(180_000)
      const {
        store: _,
        listen: __,
        ...config
      } = parse(readFileSync(join(examples, `${personality}.yaml`), 'utf8'))
      const model = config.model && { ...config.model, recordings: join(examples, config.model.recordings) }
      worker = await startWorker({
        config: {
          ...config,
          ...(model && { model }),
          sources: { ...config.sources, fixtures: join(examples, config.sources.fixtures) },
        },
      })
      expect(worker.line.personality).to.equal(personality)
      const { rules, ok } = await checkWorker(worker.url, { strict: true })
      const broken = rules.flatMap(({ id, status }) => (status === 'fail' || status === 'warn' ? [id] : []))
      expect(broken, 'without a chain it signs nothing').to.deep.equal(['signed'])
      expect(ok).to.equal(false)
      const seed = await checkWorker(worker.url, { strict: true, profile: 'seed' })
      expect(seed.rules.filter(({ status }) => status === 'fail' || status === 'warn')).to.deep.equal([])
      expect(seed.ok).to.equal(true)
      expect(rules.filter(({ status }) => status === 'pass')).to.have.length.greaterThan(70)
    })
  }
})
