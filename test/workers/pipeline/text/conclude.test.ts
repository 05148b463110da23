import { expect } from 'chai'
import { type Checked, concludeText, type Silence } from '../../../../workers/pipeline/text/conclude.ts'

const claim = (stance: 'affirms' | 'denies', admitted = true): Checked => ({
  id: 'claim-0',
  claim: { evidence_id: 'p0', quote: 'q', stance, date: null, proposed_by: 'auditor' },
  check: {
    dated: null,
    in_window: true,
    class: 'primary',
    class_admitted: true,
    tier_admitted: true,
    relevant: true,
    firm: true,
    stance_holds: true,
    admitted,
  },
})

const quiet = { evidence_id: 'p0', answered: true, readable: true, mentioned: false, accounted: false }
const silence = (...primaries: Silence['primaries']): Silence => ({ searchable: true, primaries })
const nothing = silence(quiet)

describe('concludeText', () => {
  it('S2-101: decides by admitted claims of one side, and not where both sides have one', () => {
    expect(concludeText([claim('affirms')], nothing, true)).to.equal('affirmed')
    expect(concludeText([claim('denies')], nothing, true)).to.equal('denied')
    expect(concludeText([claim('affirms'), claim('denies')], nothing, true)).to.equal('contradicted')
    expect(concludeText([claim('affirms'), claim('denies', false)], nothing, true)).to.equal('affirmed')
  })

  it('S2-107: decides nothing before the deadline, whatever is claimed', () => {
    for (const claims of [[], [claim('affirms')], [claim('affirms'), claim('denies')]]) {
      expect(concludeText(claims, nothing, false)).to.equal('too-early')
    }
  })

  it('C35: claims decide although a primary source is down; silence does not', () => {
    const down = silence(quiet, { ...quiet, readable: false })
    expect(concludeText([claim('affirms')], down, true)).to.equal('affirmed')
    expect(concludeText([claim('affirms', false)], down, true)).to.equal('unreachable')
    expect(concludeText([], silence(), true)).to.equal('unreachable')
  })

  it('C35: a mention that no claim accounts for is no silence', () => {
    const mentioned = { ...quiet, mentioned: true }
    expect(concludeText([], nothing, true)).to.equal('silent')
    expect(concludeText([], silence(quiet, mentioned), true)).to.equal('unread')
    expect(concludeText([], silence(quiet, { ...mentioned, accounted: true }), true)).to.equal('silent')
  })

  it('C35: without a name to look for there is no silence to notice', () => {
    expect(concludeText([], { ...nothing, searchable: false }, true)).to.equal('unread')
  })
})
