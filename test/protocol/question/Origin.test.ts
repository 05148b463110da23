import { expect } from 'chai'
import fc from 'fast-check'
import { Aap, type Issue } from '../../../protocol/index.ts'
import * as Origin from '../../../protocol/question/Origin.ts'

/** Reads `§§source <text>` as it stands under a rule. */
function read(text: string): { origin: Origin.Origin; issues: string[] } {
  const issues: Issue.Issue[] = []
  const subtag = Aap.parse(`§rule\n§§source ${text}`).sections[0]!.subtags[0]!
  const origin = Origin.read(subtag, issues)
  return { origin, issues: issues.map(({ code, line, column }) => `${code} ${line}:${column}`) }
}

describe('Origin', () => {
  it('S0-22 S0-23 S0-24: reads creator, origin and day, and keeps keys it does not know in their order', () => {
    expect(read('z:1 creator:Ada%20L origin:moltbook:0a1b created:2026-02-10 a:2')).to.deep.equal({
      origin: {
        creator: 'Ada%20L',
        origin: 'moltbook:0a1b',
        created: '2026-02-10',
        extra: { z: '1', a: '2' },
      },
      issues: ['UNKNOWN_KEY 2:10', 'UNKNOWN_KEY 2:70'],
    })
  })

  it('C52: a space in a value is an error, and the words are put together again', () => {
    expect(read('creator:Hype Watcher origin:m:1')).to.deep.include({ issues: ['SPACE_IN_VALUE 2:23'] })
    expect(read('creator:Hype Watcher origin:m:1').origin).to.include({
      creator: 'Hype Watcher',
      origin: 'm:1',
    })
    const many = read('creator:The Hype Watcher')
    expect(many.origin.creator).to.equal('The Hype Watcher')
    expect(many.issues).to.deep.equal(['SPACE_IN_VALUE 2:22', 'SPACE_IN_VALUE 2:27'])
  })

  it('C52: a word before the first key belongs to none', () => {
    expect(read('word')).to.deep.equal({ origin: { ...Origin.none }, issues: ['NOT_A_PAIR 2:10'] })
    expect(read('word creator:x').origin.creator).to.equal('x')
  })

  it('says that it is empty', () => {
    expect(read('')).to.deep.equal({ origin: { ...Origin.none }, issues: ['EMPTY_TAG 2:1'] })
  })

  it('S0-24: `created` is a day of the calendar, and kept even when it is none', () => {
    for (const day of ['2024-02-29', '2000-02-29', '2026-12-31']) {
      expect(read(`created:${day}`).issues, day).to.deep.equal([])
    }
    for (const day of [
      '2026-02-29',
      '1900-02-29',
      '2026-13-01',
      '2026-04-31',
      '2026-1-1',
      '2026-00-10',
      'today',
    ]) {
      expect(read(`creator:x created:${day}`).issues, day).to.deep.equal(['INVALID_CREATED 2:20'])
      expect(read(`created:${day}`).origin.created).to.equal(day)
    }
  })

  it('S0-24 property: takes exactly the days that the platform’s calendar has', () => {
    const part = (most: number, width: number) =>
      fc.nat(most).map((value) => String(value).padStart(width, '0'))
    fc.assert(
      fc.property(part(9_999, 4), part(14, 2), part(33, 2), (year, month, day) => {
        const text = `${year}-${month}-${day}`
        const time = new Date(`${text}T00:00:00Z`)
        const isDay = !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text)
        if (year !== '0000') expect(Origin.isDate(text), text).to.equal(isDay)
      }),
    )
    for (const text of ['', '2026-02-10T00:00:00Z', ' 2026-02-10', '2026-02-10\n', '02026-02-10'])
      expect(Origin.isDate(text), text).to.equal(false)
  })

  it('the origin that names nothing cannot be changed', () => {
    expect(Object.isFrozen(Origin.none)).to.equal(true)
    expect(Origin.none).to.deep.equal({ creator: null, origin: null, created: null, extra: {} })
  })
})
