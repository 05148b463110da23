import { expect } from 'chai'
import { BaseError } from '../../../protocol/index.ts'
import {
  NotYetError,
  SourceError,
  UnreadableReplyError,
  UnsupportedRequirementError,
} from '../../../protocol/source/Source.ts'

describe('an error of a source', () => {
  const unreadable = new UnreadableReplyError('binance', 'it is not plain JSON.', {
    cause: new Error('at 7'),
  })
  const unsupported = new UnsupportedRequirementError('binance', 'a symbol is written like BTCUSDT.')
  const early = new NotYetError('binance', 1_771_632_000)

  it('says what it means for a verdict, and whether asking again can help', () => {
    expect(
      [unreadable, unsupported, early].map(({ trouble, isRetryable }) => [trouble, isRetryable]),
    ).to.deep.equal([
      ['unreadable', false],
      ['unsupported', false],
      ['early', true],
    ])
  })

  it('is one of ours, by a name of its own', () => {
    const errors = [unreadable, unsupported, early]
    for (const error of errors) expect(error).to.be.instanceOf(SourceError).and.instanceOf(BaseError)
    expect(errors.map(({ name }) => name)).to.deep.equal([
      'Source.UnreadableReplyError',
      'Source.UnsupportedRequirementError',
      'Source.NotYetError',
    ])
  })

  it('names the provider, and what is wrong', () => {
    expect(unreadable.message).to.include('The reply of binance cannot be read: it is not plain JSON.')
    expect((unreadable.cause as Error).message).to.equal('at 7')
    expect(unsupported.message).to.include(
      'binance cannot be asked for this: a symbol is written like BTCUSDT.',
    )
    expect(unsupported.message, 'where more is said').to.include('docs/sources.md')
  })

  it('says from when on an answer is final', () => {
    expect(early.finalFrom).to.equal(1_771_632_000)
    expect(early.message).to.include('Ask again at or after 2026-02-21T00:00:00Z.')
  })
})
