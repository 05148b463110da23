import { expect } from 'chai'
import { readReply } from '../../../../workers/source/registry/readReply.ts'
import { loadPublic } from '../../../../workers/source/registry/SourceRegistry.ts'
import { replies } from './replies.ts'

const { entries } = loadPublic()
const textOf = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body))
const ok = (body: unknown) => ({ status: 200, body: textOf(body) })

describe('the public source registry', () => {
  it('S2-113: has at least twelve sources, and replies for a test of each', () => {
    expect(entries.length).to.be.at.least(12)
    expect(entries.map(({ id }) => id).sort()).to.deep.equal(Object.keys(replies).sort())
  })

  for (const entry of entries) {
    const { good, first, rows, empty, changed, error } = replies[entry.id]!
    describe(entry.id, () => {
      it('S2-113: gives the facts of a good reply', () => {
        const reading = readReply(entry, ok(good))
        if (!reading.ok) throw new Error(reading.fault.message)
        expect(reading.rows).to.have.length(rows)
        expect(reading.rows[0]).to.include(first)
      })

      it('S2-113: gives no facts for an empty reply, which is no fault', () => {
        expect(readReply(entry, ok(empty))).to.deep.equal({ ok: true, rows: [], isFull: false })
      })

      it('S2-113: calls another layout a schema mismatch, never silence', () => {
        const reading = readReply(entry, ok(changed))
        expect(reading).to.deep.include({ ok: false })
        expect(!reading.ok && reading.fault.code).to.equal('schema-mismatch')
        const other = readReply(entry, ok('<!doctype html><title>Moved</title><p>We have a new site.'))
        expect(!other.ok && other.fault.code).to.equal('schema-mismatch')
      })

      it('S2-113: calls an error reply what it is', () => {
        const reading = readReply(entry, { status: error.status, body: textOf(error.body) })
        expect(!reading.ok && reading.fault.code).to.equal(error.code)
      })
    })
  }
})
