import { expect } from 'chai'
import { importWith } from '../../helpers/importWith.ts'
import { cast, ended, money } from './records.ts'

type Run = typeof import('../../../scripts/demo/run.ts')

describe('the demo as it is run', () => {
  let events: string[]
  let written: string
  let telling: () => Promise<object>
  const signals = ['SIGINT', 'SIGTERM'] as const
  let listening: NodeJS.SignalsListener[]
  const world = { stop: async () => void events.push('stop') }
  const progress = { step: () => {}, say: () => {}, done: () => void events.push('done') }
  const story = (ok = true) => ({
    world,
    cast,
    told: [ended(1), ended(2, 'lie')],
    money: ok ? money : { ...money, left: 1n },
  })

  beforeEach(() => {
    events = []
    written = ''
    telling = async () => story()
    listening = signals.flatMap((signal) => process.listeners(signal))
  })
  afterEach(() => {
    // A story that fails ends its process; this one goes on.
    for (const signal of signals)
      for (const one of process.listeners(signal))
        if (!listening.includes(one)) process.removeListener(signal, one)
    process.exitCode = undefined
  })

  const note = (text: string) => {
    written += text
  }
  const run = async (options: { json?: boolean; serve?: boolean } = {}): Promise<void> => {
    const { run: start } = await importWith<Run>('scripts/demo/run.ts', {
      './tell.ts': {
        tell: async (_options: object, _progress: object, onWorld: (one: object) => void) => {
          onWorld(world)
          return await telling()
        },
      },
      './startProgress.ts': { startProgress: () => progress },
      './serve.ts': { serve: async () => void events.push('serve') },
      '../../cli/terminal/output.ts': {
        write: async (text: string) => note(text),
        print: async (value: unknown) => note(JSON.stringify(value)),
      },
    })
    await start({ seed: 1, workers: 5, ...options })
  }

  it('tells what came of it, and stops everything', async () => {
    await run()
    expect(written).to.match(/Everything was as it must be, in \d+ ms\.\n$/)
    expect(events).to.deep.equal(['done', 'stop'])
    expect(process.exitCode ?? 0).to.equal(0)
  })

  it('with --json ends in one document', async () => {
    await run({ json: true })
    expect(JSON.parse(written)).to.include({ ok: true, seed: 1 })
  })

  it('fails where something was not as it must be, and says so', async () => {
    telling = async () => story(false)
    await run()
    expect(written).to.contain('NOT EVERYTHING WAS AS IT MUST BE')
    expect(process.exitCode).to.equal(1)
  })

  it('with --serve leaves all running until it is told to end', async () => {
    await run({ serve: true })
    expect(events).to.deep.equal(['serve', 'done', 'stop'])
  })

  it('stops everything where the story fails, and says what failed', async () => {
    telling = async () => Promise.reject(new Error('the chain is down'))
    expect(await run().catch((error) => error.message)).to.equal('the chain is down')
    expect(events).to.deep.equal(['done', 'stop'])
  })

  it('once interrupted stops everything and leaves', async () => {
    const listeners = { before: process.listenerCount('SIGTERM'), during: 0 }
    const exit = process.exit
    const left = new Promise<number | undefined>((resolve) => {
      process.exit = ((code?: number) => resolve(code)) as typeof process.exit
    })
    let finish = (_: object) => {}
    telling = async () => {
      listeners.during = process.listenerCount('SIGTERM')
      return await new Promise((resolve) => (finish = resolve))
    }
    const running = run()
    while (listeners.during === 0) await new Promise(setImmediate)
    try {
      process.emit('SIGTERM')
      expect(await left).to.equal(130)
      expect(events).to.deep.equal(['stop'])
    } finally {
      process.exit = exit
      finish(story())
      await running
    }
    expect(listeners.during).to.equal(listeners.before + 1)
    expect(process.listenerCount('SIGTERM'), 'it listens no longer').to.equal(listeners.before)
  })
})
