import { expect } from 'chai'
import {
  decideInTime,
  decideMs,
  firstAskedAt,
  type InTimeOptions,
} from '../../../workers/sdk/decideInTime.ts'
import { memoryStore } from '../../../workers/sdk/memoryStore.ts'

const never = new Promise<string>(() => {})

describe('decideInTime', () => {
  const optionsOf = (changes: Partial<InTimeOptions<string>> = {}): InTimeOptions<string> => ({
    since: 1_000,
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
    const later = optionsOf({ now: () => 1_000 + 60_000, decideMs: 60_000 })
    expect(await decideInTime(never, later)).to.equal('undecided')
  })

  it('gives no more time where the clock was set back since', async () => {
    expect(await decideInTime(never, optionsOf({ since: 1_000 + 3_600_000 }))).to.equal('undecided')
  })

  it('SPEC §6: when a request was first asked is kept in the store, for each agent', async () => {
    const store = memoryStore()
    const at = (agentId: number, hash: string, now: number) => firstAskedAt(store, agentId, hash, () => now)
    expect(await at(1, '0x1', 500)).to.equal(500)
    expect(await at(1, '0x1', 900)).to.equal(500)
    expect(await at(1, '0x2', 900)).to.equal(900)
    expect(await at(2, '0x1', 900)).to.equal(900)
  })
})
