import { expect } from 'chai'
import { readReply } from '../../../../workers/source/registry/readReply.ts'

const entry = {
  kind: 'json' as const,
  layout: { has: ['$.items'], says: [] },
  facts: { rows: '$.items[*]', value: '$.n', date: ['$.y', '$.m'], date_form: 'period' as const },
  paging: { first: 1, step: 1, pages: 1, size: 2 },
}
const read = (body: unknown, status = 200) => readReply(entry, { status, body: JSON.stringify(body) })

describe('registry/readReply', () => {
  it('S2-113: keeps digits as they are written, and tells when a page is full', () => {
    const body = '{"items":[{"n":1.10,"y":2026,"m":"M01"},{"n":2,"y":2026,"m":"M02"}]}'
    expect(readReply(entry, { status: 200, body })).to.deep.equal({
      ok: true,
      rows: [
        { subject: null, value: '1.10', date: '2026-M01' },
        { subject: null, value: '2', date: '2026-M02' },
      ],
      isFull: true,
    })
    expect(read({ items: [] })).to.deep.equal({ ok: true, rows: [], isFull: false })
  })

  it('S2-113: a list, a value or a date that is gone is a schema mismatch', () => {
    for (const body of [
      {},
      { items: null },
      { items: {} },
      { items: [{ y: 2026, m: 'M01' }] },
      { items: [{ n: 1, y: 2026 }] },
      { items: [{ n: 1, y: 'soon', m: 'M01' }] },
    ]) {
      const reading = read(body)
      expect(!reading.ok && reading.fault.code, JSON.stringify(body)).to.equal('schema-mismatch')
    }
    const status = read({}, 502)
    expect(!status.ok && status.fault.code).to.equal('status')
  })

  it('S2-113: a page without its words is a schema mismatch, in HTML as in text', () => {
    const page = { kind: 'html' as const, layout: { has: [], says: ['Notices to mariners'] } }
    const good = readReply(page, { status: 200, body: '<h1>Notices to <b>mariners</b></h1><p>None.' })
    expect(good.ok).to.equal(true)
    const other = readReply(page, { status: 200, body: '<h1>Please log in</h1>' })
    expect(!other.ok && other.fault.code).to.equal('schema-mismatch')
    const hidden = readReply(page, { status: 200, body: '<script>"Notices to mariners"</script>' })
    expect(hidden.ok).to.equal(false)
  })
})
