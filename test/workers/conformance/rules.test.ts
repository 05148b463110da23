import { expect } from 'chai'
import { checkWorker, type Report, rules } from '../../../workers/conformance/index.ts'
import { breaking } from './breaking/index.ts'
import { signer, startWorker, type Worker } from './conformingWorker.ts'

const generous = { timeouts: { resolve: 20_000, challenge: 20_000, other: 20_000 } }

/** Every rule that is not well, as `id: status`. */
const faults = ({ rules }: Report): string[] =>
  rules.flatMap(({ id, status }) => (status === 'fail' || status === 'warn' ? [`${id}: ${status}`] : []))

describe('conformance rules', () => {
  let worker: Worker | undefined
  afterEach(async () => {
    await worker?.close()
    worker = undefined
  })

  it('S1-3 … S1-15, S1-29 … S1-34: a worker that keeps every rule passes every rule', async () => {
    worker = await startWorker()
    const report = await checkWorker(worker.url, { ...generous, signer, strict: true })
    expect(report.rules.filter(({ status }) => status !== 'pass')).to.deep.equal([])
    expect(report.ok).to.equal(true)
    expect(report.counts).to.deep.equal({ pass: rules.length, warn: 0, fail: 0, skip: 0 })
  })

  it('every rule has an id of its own, and needs only rules before it', () => {
    const seen = new Set<string>()
    for (const { id, needs } of rules) {
      expect(seen.has(id), id).to.equal(false)
      for (const need of needs) expect(seen.has(need), `${id} needs ${need}`).to.equal(true)
      seen.add(id)
    }
  })

  it('no rule is without a worker that breaks it', () => {
    const broken = new Set(breaking.map(({ rule }) => rule))
    expect(rules.map(({ id }) => id).filter((id) => !broken.has(id))).to.deep.equal([])
    expect([...broken].filter((id) => !rules.some((rule) => rule.id === id))).to.deep.equal([])
  })

  for (const { rule, name, twist, status = 'fail', seen, options } of breaking) {
    it(`${rule}: a worker that ${name}`, async () => {
      worker = await startWorker(twist())
      const report = await checkWorker(worker.url, { ...generous, ...options })
      expect(faults(report)).to.deep.equal([`${rule}: ${status}`])
      expect(report.ok).to.equal(status === 'warn')
      const result = report.rules.find(({ id }) => id === rule)!
      expect(result.todo).to.be.a('string')
      if (seen !== undefined) expect(result.seen).to.match(seen)
    })
  }
})
