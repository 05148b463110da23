import { expect } from 'chai'
import type { AuditLog, Entry } from '../../../adapters/signer/AuditLog.ts'
import { type Key, makeSigner } from '../../../adapters/signer/Signer.ts'
import { Approval, Hash } from '../../../protocol/index.ts'

const fundId = `eip155:31337:0x${'ab'.repeat(20)}`
const address = `0x${'Cd'.repeat(20)}` as const
const config = {
  funds: [fundId],
  subjectTypes: ['CLAIM' as const],
  limits: { lifetimeSeconds: 900, perMinute: 2, perDay: 10 },
}
const draft = (changes: object = {}) => ({
  subjectType: 'CLAIM' as const,
  subjectHash: Hash.ofText('claim'),
  fundId,
  epochId: 1,
  expiresAt: 1_500,
  nonce: 1,
  ...changes,
})

/** A key and a log that write down, in one list, what happens. */
function stage(entries: Entry[] = [], { now = (): number => 1_000, fails = false } = {}) {
  const events: string[] = []
  const key: Key = {
    address,
    async sign({ hash }) {
      events.push(`sign ${hash}`)
      return `0x${'AB'.repeat(65)}`
    },
  }
  const log: AuditLog = {
    entries,
    async append(entry) {
      if (fails) throw new Error('The disk is full.')
      events.push(`log ${entry.decision}`)
      entries.push(entry)
    },
    close: async () => {},
  }
  return { signer: makeSigner(key, config, log, now), events, entries }
}
const digestOf = (changes: object = {}) =>
  Approval.digest({ ...draft(changes), verifier: address.toLowerCase() as `0x${string}` })

describe('makeSigner', () => {
  it('S3-37 signs the digest that it makes itself, after it is in the log', async () => {
    const { signer, events } = stage()
    expect(signer.address).to.equal(address.toLowerCase())
    expect(await signer.attest(draft())).to.deep.equal({ signature: `0x${'ab'.repeat(65)}` })
    expect(events).to.deep.equal(['log signed', `sign ${digestOf()}`])
  })

  it('signs nothing that cannot be logged, and goes on with the next', async () => {
    const { signer, events } = stage([], { fails: true })
    const error = await signer.attest(draft()).catch((caught) => caught)
    expect(error.message).to.equal('The disk is full.')
    expect(events).to.deep.equal([])
    expect(await signer.attest(draft()).catch(() => 'asked again')).to.equal('asked again')
  })

  it('logs a refusal with its reason; a fund without a contract has no digest', async () => {
    const { signer, entries } = stage()
    expect(await signer.attest(draft({ fundId: 'fund' }))).to.deep.equal({ refusal: 'fund-not-allowed' })
    expect(await signer.attest(draft({ expiresAt: 999 }))).to.deep.equal({ refusal: 'expired' })
    expect(entries.map(({ decision, digest }) => [decision, digest === null])).to.deep.equal([
      ['fund-not-allowed', true],
      ['expired', false],
    ])
  })

  it('logs no caller who asks too often: the disk has an end', async () => {
    const { signer, entries } = stage()
    for (const nonce of [1, 2]) await signer.attest(draft({ nonce }))
    for (const nonce of [3, 4])
      expect(await signer.attest(draft({ nonce }))).to.deep.equal({ refusal: 'rate-limited' })
    expect(entries).to.have.length(2)
  })

  it('keeps its limits where many ask at once', async () => {
    const { signer } = stage()
    const all = await Promise.all([1, 2, 3, 4].map((nonce) => signer.attest(draft({ nonce }))))
    expect(all.filter((one) => 'signature' in one)).to.have.length(2)
  })

  it('remembers nonces and times from its log, also those of a clock that was set back', async () => {
    const { signer, entries } = stage()
    for (const nonce of [1, 2]) await signer.attest(draft({ nonce }))
    const back = stage(
      entries.map((one, i) => ({ ...one, at: 1_000 - i * 500 })),
      { now: () => 1_010 },
    )
    expect(await back.signer.attest(draft({ nonce: 3 }))).to.deep.equal({ refusal: 'rate-limited' })
    expect(await back.signer.attest(draft({ epochId: 2 }))).to.deep.equal({ refusal: 'nonce-used' })
    expect(await back.signer.attest(draft())).to.have.property('signature')
  })
})
