import { EventEmitter } from 'node:events'
import { readdirSync } from 'node:fs'
import { expect } from 'chai'
import { testFiles } from '../../../scripts/mutants/tests.ts'
import { importWith } from '../../helpers/importWith.ts'

type Module = typeof import('../../../scripts/mutants/tests.ts')
type Answer = { by: string | null; why: string | null; spent: number }
const passed: Answer = { by: null, why: null, spent: 100 }
const failed: Answer = { by: 'Claim.test.ts: pays', why: 'expected 1', spent: 7 }

/** A process that answers as it is told; null: never. */
class FakeWorker extends EventEmitter {
  readonly tasks: object[] = []
  readonly killed: (string | undefined)[] = []
  answer: Answer | null = passed
  send(task: object): void {
    this.tasks.push(task)
    const { answer } = this
    if (answer !== null) queueMicrotask(() => this.emit('message', answer))
  }
  kill(signal?: string): void {
    this.killed.push(signal)
    queueMicrotask(() => this.emit('exit', null))
  }
}

describe('the contract tests in a process of their own', () => {
  let workers: FakeWorker[]
  let forked: { file: string; env: NodeJS.ProcessEnv }[]
  let first: 'ready' | 'exit'
  beforeEach(() => {
    workers = []
    forked = []
    first = 'ready'
  })

  const open = async () => {
    const fork = (file: string, { env }: { env: NodeJS.ProcessEnv }) => {
      forked.push({ file, env })
      const worker = new FakeWorker()
      workers.push(worker)
      queueMicrotask(() => (first === 'ready' ? worker.emit('message', 'ready') : worker.emit('exit', 1)))
      return worker
    }
    const { Tests } = await importWith<Module>('scripts/mutants/tests.ts', { 'node:child_process': { fork } })
    return new Tests()
  }
  const task = { id: 7, only: 'all' as const, files: ['Claim.test.ts'] }

  it('are started once, and run against one mutant after another', async () => {
    const tests = await open()
    expect(await tests.run(task)).to.deep.equal(passed)
    workers[0]!.answer = failed
    expect(await tests.run({ ...task, id: 8 })).to.deep.equal(failed)
    expect(workers[0]!.tasks).to.deep.equal([task, { ...task, id: 8 }])
    expect(forked).to.have.length(1)
    expect(forked[0]!.file).to.match(/scripts\/mutants\/worker\.ts$/)
    expect(forked[0]!.env.CRESOLVER_MUTANTS).to.equal('asleep')
  })

  it('must all pass with no mutant awake', async () => {
    const tests = await open()
    await tests.rehearse()
    expect(workers[0]!.tasks).to.deep.equal([{ id: 0, only: 'all', files: [] }])
    workers[0]!.answer = failed
    expect(await tests.rehearse().catch((error) => error.message)).to.equal(
      'A test fails although no mutant is awake: Claim.test.ts: pays\nexpected 1',
    )
  })

  it('that never end are stopped, which counts as failing, and start again for the next', async () => {
    const tests = await open()
    await tests.rehearse()
    workers[0]!.answer = null
    const running = tests.run(task)
    while (workers[0]!.tasks.length < 2) await new Promise(setImmediate)
    // A minute of computing, and five times as much as the rehearsal took.
    workers[0]!.emit('message', { spent: 60_000 + 5 * passed.spent })
    expect(workers[0]!.killed).to.deep.equal([])
    workers[0]!.emit('message', { spent: 60_001 + 5 * passed.spent })
    expect(await running).to.include({ by: 'all: they never end', why: 'The tests were stopped.' })
    expect(workers[0]!.killed).to.deep.equal(['SIGKILL'])
    expect(await tests.run(task)).to.deep.equal(passed)
    expect(workers).to.have.length(2)
  })

  it('that do not load are said not to', async () => {
    first = 'exit'
    const tests = await open()
    expect(await tests.run(task).catch((error) => error.message)).to.equal('The tests do not load.')
  })

  it('are ended with everything else', async () => {
    const tests = await open()
    tests.close()
    await tests.run(task)
    tests.close()
    expect(workers[0]!.killed).to.deep.equal([undefined])
  })
})

describe('testFiles', () => {
  it('are the names of the contract tests, in whatever folder', () => {
    const folder = new URL('../../contracts/', import.meta.url)
    const count = readdirSync(folder, { recursive: true }).filter((file) =>
      String(file).endsWith('.test.ts'),
    ).length
    expect(testFiles()).to.have.length(count)
    expect(testFiles()).to.include('Claim.test.ts')
    for (const name of testFiles()) expect(name).to.match(/^[^/]+\.test\.ts$/)
  })
})
