import { expect } from 'chai'
import { isReordered } from '../../../../adapters/rules/diff/order.ts'
import { tokens } from '../../../../adapters/rules/diff/tokens.ts'

const reordered = (before: string, after: string) => isReordered(tokens(before), tokens(after))

describe('isReordered', () => {
  it('holds for the same sentences in another order', () => {
    expect(reordered('The bill passes. Ties go to Down.', 'Ties go to Down. The bill passes.')).to.equal(true)
  })

  it('does not hold where nothing moved, or where a sentence is another', () => {
    expect(reordered('The bill passes. Ties go to Down.', 'The bill passes. Ties go to Down.')).to.equal(
      false,
    )
    expect(reordered('The bill passes. Ties go to Down.', 'Ties go to Up. The bill passes.')).to.equal(false)
    expect(reordered('The bill passes.', 'The bill passes. The bill passes.')).to.equal(false)
  })

  it('does not hold where a sentence leans on another one than before', () => {
    const before = 'Team A wins on points. Otherwise it is Down. Team B wins on points.'
    const after = 'Team B wins on points. Otherwise it is Down. Team A wins on points.'
    expect(reordered(before, after)).to.equal(false)
    const together = 'Team B wins on points. Team A wins on points. Otherwise it is Down.'
    expect(reordered(before, together)).to.equal(true)
  })
})
