import { expect } from 'chai'
import {
  decideInTime,
  decideMs,
  firstAskedAt,
  type InTimeOptions,
} from '../../../workers/sdk/decideInTime.ts'

const never = new Promise<string>(() => {})

describe('decideInTime', () => {
  const optionsOf = (changes: Partial<InTimeOptions<string>> = {}): InTimeOptions<string> => ({
    firstAsked: new Map(),
    requestHash: '0x1',
    now: () => 1_000,
    decideMs: 10,
    giveUp: () => 'undecided',
    ...changes,
  })

  it('SPEC §6: gives 25 s, which is before the gateway leaves', () => {
    expect(decideMs).to.equal(25_000)
  })

  it('takes what the work comes to, or its fault', async () => {
    const patient = optionsOf({ decideMs: 60_000 })
    expect(await decideInTime(Promise.resolve('yes'), patient)).to.equal('yes')
    const fault = await decideInTime(Promise.reject(new Error('away')), patient).catch((error) => error)
    expect(fault.message).to.equal('away')
  })

  it('is undecided when the time is up, counted from the first request and not from this one', async () => {
    expect(await decideInTime(never, optionsOf())).to.equal('undecided')
    const firstAsked = new Map([['0x1', 1_000]])
    const later = optionsOf({ firstAsked, now: () => 1_000 + 60_000, decideMs: 60_000 })
    expect(await decideInTime(never, later)).to.equal('undecided')
    expect(firstAsked.get('0x1')).to.equal(1_000)
  })

  it('says when a request was first asked', () => {
    const firstAsked = new Map([['0x1', 500]])
    expect(firstAskedAt(firstAsked, '0x1', () => 900)).to.equal(500)
    expect(firstAskedAt(firstAsked, '0x2', () => 900)).to.equal(900)
    expect(firstAsked.get('0x2')).to.equal(900)
  })

  it('remembers the latest requests only', async () => {
    const firstAsked = new Map<string, number>()
    for (let i = 0; i < 1_100; i++)
      await decideInTime(Promise.resolve(''), optionsOf({ firstAsked, requestHash: String(i) }))
    expect(firstAsked.size).to.equal(1_024)
    expect(firstAsked.has('0')).to.equal(false)
  })
})
