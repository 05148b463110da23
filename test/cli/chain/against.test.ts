import { expect } from 'chai'
import { Command, CommanderError } from 'commander'
import { against, objectedTo } from '../../../cli/chain/against.ts'
import type { Actor } from '../../../cli/chain/marketState.ts'

/** A chain on which every market stands at this outcome. */
const standingAt = (outcome: number): Actor =>
  ({ client: { readContract: async () => ({ outcome }) } }) as unknown as Actor

describe('the outcome that is objected to', () => {
  it('is the one that is named, whatever stands', async () => {
    for (const [named, code] of [
      ['yes', 1],
      ['no', 2],
      ['invalid', 3],
    ] as const)
      expect(await objectedTo(standingAt(1), 1n, { against: named })).to.equal(code)
  })

  it('is the one that stands where none is named', async () => {
    for (const outcome of [1, 2, 3]) expect(await objectedTo(standingAt(outcome), 1n, {})).to.equal(outcome)
  })

  it('error: is one of three', () => {
    const command = new Command()
      .addOption(against())
      .exitOverride()
      .configureOutput({ writeErr: () => {} })
    expect(command.parse(['--against', 'no'], { from: 'user' }).opts()).to.deep.equal({ against: 'no' })
    expect(() => command.parse(['--against', 'none'], { from: 'user' })).to.throw(
      CommanderError,
      'yes, no, invalid',
    )
  })
})
