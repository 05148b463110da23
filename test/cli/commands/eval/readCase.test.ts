import { expect } from 'chai'
import { NotACaseError, readCase, readCases } from '../../../../cli/commands/eval/readCase.ts'
import { played } from './lines.ts'

const one = JSON.parse(JSON.stringify(played('a')))

describe('readCase', () => {
  it('reads a case, with nothing for what it leaves out', () => {
    const { asked_at: _, facts: __, ...bare } = one
    expect(readCase(bare)).to.deep.include({ id: 'a', asked_at: null, facts: [] })
  })

  it('error: says what is not as it must be, and where', () => {
    expect(() => readCase({ ...one, truth: 'MAYBE', pages: [{ url: 1 }] }))
      .to.throw(NotACaseError)
      .with.property('message')
      .that.matches(/truth: /)
      .and.matches(/pages\.0\.url: /)
  })
})

describe('readCases', () => {
  it('reads all, or names the first that it cannot read by its line', () => {
    expect(readCases([{ value: one }, { value: one }])).to.have.length(2)
    expect(() => readCases([{ value: one }, { value: {} }])).to.throw(NotACaseError, /case 2:/)
    const broken = { fault: new Error('not JSON'), line: 7 }
    expect(() => readCases([{ value: one }, broken])).to.throw(NotACaseError, /case 7:[\s\S]*not JSON/)
  })
})
