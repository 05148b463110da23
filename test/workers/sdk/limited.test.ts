import { expect } from 'chai'
import { limited } from '../../../workers/sdk/limited.ts'

const aborted = (signal: AbortSignal) =>
  new Promise<string>((resolve) => signal.addEventListener('abort', () => resolve('aborted')))

describe('limited', () => {
  it('aborts when the time is up', async () => {
    const stopping = new AbortController().signal
    expect(await limited({ stopping, workMs: 5 }, aborted)).to.equal('aborted')
  })

  it('aborts when the worker stops', async () => {
    const stopping = new AbortController()
    const work = limited({ stopping: stopping.signal, workMs: 60_000 }, aborted)
    stopping.abort()
    expect(await work).to.equal('aborted')
  })

  it('gives up work that does not listen, a while after its signal', async () => {
    const stopping = new AbortController().signal
    let isAborted = false
    const work = limited({ stopping, workMs: 5, graceMs: 5 }, (signal) => {
      signal.addEventListener('abort', () => (isAborted = true))
      return new Promise<never>(() => {})
    })
    const error = await work.catch((reason: unknown) => reason)
    expect(error).to.include({ reason: 'not-ready-yet' })
    expect(isAborted).to.equal(true)
  })

  it('gives the result, and lets go of the signal', async () => {
    const stopping = new AbortController().signal
    let seen: AbortSignal | undefined
    const result = await limited({ stopping, workMs: 60_000 }, async (signal) => {
      seen = signal
      return signal.aborted
    })
    expect(result).to.equal(false)
    expect(seen!.aborted).to.equal(true)
  })
})
