import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { type Job, runJobs } from '../../../scripts/test/runJobs.ts'

describe('runJobs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cresolver-jobs-'))
  const log = join(folder, 'log')
  after(() => rmSync(folder, { recursive: true }))

  /** Writes its name when it begins and when it ends. */
  const job = (name: string, code = 0, needs?: string): Job => ({
    name,
    words: [
      '--eval',
      `const { appendFileSync: add } = require('node:fs')
       add(${JSON.stringify(log)}, '+${name} ')
       setTimeout(() => { add(${JSON.stringify(log)}, '-${name} '); process.exit(${code}) }, 20)`,
    ],
    ...(needs === undefined ? {} : { after: needs }),
  })
  const said = () => readFileSync(log, 'utf8').trim().split(' ')

  beforeEach(() => rmSync(log, { force: true }))

  it('runs jobs in their order, one after another in one lane', async () => {
    expect(await runJobs([job('a'), job('b'), job('c')], 1)).to.deep.equal([])
    expect(said()).to.deep.equal(['+a', '-a', '+b', '-b', '+c', '-c'])
  })

  it('names the jobs that failed, and runs the others', async () => {
    expect(await runJobs([job('a', 3), job('b')], 1)).to.deep.equal(['a'])
    expect(said()).to.deep.equal(['+a', '-a', '+b', '-b'])
  })

  it('fails a job that ends without the file that it writes at its end', async () => {
    const jobs = [
      { ...job('a'), writes: join(folder, 'never') },
      { ...job('b'), writes: log },
    ]
    expect(await runJobs(jobs, 1)).to.deep.equal(['a'])
  })

  it('starts a job after the one that it needs, and uses the lane for another meanwhile', async () => {
    expect(await runJobs([job('a'), job('b', 0, 'a'), job('c')], 2)).to.deep.equal([])
    const events = said()
    expect(events.indexOf('+b')).to.be.greaterThan(events.indexOf('-a'))
    expect(events.indexOf('+c')).to.be.lessThan(events.indexOf('+b'))
  })

  it('does not run a job whose need failed', async () => {
    expect(await runJobs([job('a', 1), job('b', 0, 'a'), job('c', 0, 'b')], 2)).to.deep.equal(['a', 'b', 'c'])
    expect(said()).to.deep.equal(['+a', '-a'])
  })

  it('refuses to wait for a job that is not there', async () => {
    const error = await runJobs([job('a', 0, 'nowhere')], 1).catch((thrown: unknown) => thrown)
    expect(String(error)).to.contain('"a" waits for "nowhere"')
  })
})
