import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { openLedger } from '../../../adapters/moltbook/Ledger.ts'
import { temporaryFolder } from '../../../local/temporaryFolder.ts'

describe('Ledger', () => {
  it('a row that a crash cut in the middle is no row; the next one stands on a line of its own', () => {
    const folder = temporaryFolder('ledger')
    const file = join(folder.path, 'ledger.jsonl')
    mkdirSync(folder.path, { recursive: true })
    openLedger(file).add({ type: 'reopened', at: 1 })
    appendFileSync(file, '{"type":"sending","key":"a§')
    const ledger = openLedger(file)
    expect(ledger.rows()).to.deep.equal([{ type: 'reopened', at: 1 }])
    ledger.add({ type: 'reopened', at: 2 })
    expect(openLedger(file).rows()).to.have.length(2)
    folder.remove()
  })

  it('a whole line that is no row stops everything: nobody knows what was written', () => {
    const folder = temporaryFolder('ledger')
    const file = join(folder.path, 'ledger.jsonl')
    writeFileSync(file, '{"type":"nonsense"}\n')
    expect(() => openLedger(file)).to.throw('Line 1')
    folder.remove()
  })
})
