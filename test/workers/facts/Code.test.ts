import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { type Code, codes, excuses, refutes } from '../../../workers/facts/Code.ts'

describe('codes', () => {
  it('what is refuted stands in no way; what is vetoed always does', () => {
    for (const code of Object.keys(codes) as Code[])
      if (refutes(code)) expect(excuses(code), code).to.equal(true)
    expect(refutes('ADDRESSED_TO_READERS')).to.equal(true)
    expect(refutes('SUBJECT_OTHER')).to.equal(false)
    expect(excuses('STRADDLES')).to.equal(false)
  })

  it('every code is explained in docs/evaluating.md', () => {
    const docs = readFileSync(new URL('../../../docs/evaluating.md', import.meta.url), 'utf8')
    for (const code of Object.keys(codes)) expect(docs).to.contain(`\`${code}\``)
  })
})
