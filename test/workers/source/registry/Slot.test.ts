import { expect } from 'chai'
import * as Slot from '../../../../workers/source/registry/Slot.ts'

describe('registry/Slot', () => {
  it('S2-113: takes a value of its kind, and nothing else', () => {
    const taken: [Slot.Kind, string, string][] = [
      ['text', ' New York ', 'New%20York'],
      ['phrase', "O'Neil (GB)", '%22O%27Neil%20%28GB%29%22'],
      ['code', 'CUUR0000SA0', 'CUUR0000SA0'],
      ['ticker', 'BRK.B', 'BRK.B'],
      ['cik', '320193', '0000320193'],
      ['repo', 'nodejs/node', 'nodejs/node'],
      ['day', '2026-02-28', '2026-02-28'],
      ['compact_day', '2026-02-28', '20260228'],
      ['coordinate', '-74.0060', '-74.0060'],
    ]
    for (const [kind, value, spelled] of taken) expect(Slot.encode(kind, value), value).to.equal(spelled)
    const refused: [Slot.Kind, string][] = [
      ['text', '...'],
      ['code', '../x'],
      ['code', 'a..b'],
      ['ticker', 'abc'],
      ['cik', '12345678901'],
      ['repo', 'a/b/c'],
      ['repo', '-a/b'],
      ['day', '2026-02-30'],
      ['day', '2026-13-01'],
      ['year', '99'],
      ['month', '13'],
      ['seconds', '-1'],
      ['coordinate', '1e9'],
      ['count', '1.5'],
    ]
    for (const [kind, value] of refused) expect(Slot.encode(kind, value), `${kind} ${value}`).to.equal(null)
  })
})
