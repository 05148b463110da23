import { expect } from 'chai'
import { retryAfter } from '../../../services/fetch/retryAfter.ts'

describe('retryAfter', () => {
  const now = Date.parse('2026-02-20T23:59:00Z')

  it('reads seconds and dates', () => {
    expect(retryAfter('7', now)).to.equal(7_000)
    expect(retryAfter(' 1.5 ', now)).to.equal(1_500)
    expect(retryAfter('Fri, 20 Feb 2026 23:59:30 GMT', now)).to.equal(30_000)
  })

  it('asks for nothing after a date that is past, or a header that cannot be read', () => {
    expect(retryAfter('Fri, 20 Feb 2026 23:00:00 GMT', now)).to.equal(0)
    for (const nothing of [undefined, '', 'soon', '-5', '1e9']) expect(retryAfter(nothing, now)).to.equal(0)
  })
})
