import { expect } from 'chai'
import { rows } from '../../../scripts/bench/protocol.ts'
import { works } from '../../../scripts/bench/protocolWork.ts'
import { itInFull } from '../../helpers/budget.ts'
import { withClock, withEntries, withEnv } from './staged.ts'

describe('npm run bench -- protocol', function () {
  this.timeout(120_000)

  it('fails with the work that fails', () => {
    const prepare = () => () => {
      throw new Error('broken work')
    }
    const first = works[0] as unknown as Record<string, unknown>
    withEntries(first, { ...first, prepare }, () => {
      expect(() => rows(() => {})).to.throw('broken work')
    })
  })

  // The guest interprets all of the work, which takes seconds.
  itInFull(
    'has each work in Node and in the guest, in units of its kind, and says what it leaves out',
    () => {
      const notes: string[] = []
      const measured = withEnv('CRESOLVER_SEEDS', '/nowhere', () =>
        withClock(200, () => rows((text) => notes.push(text))),
      )
      expect(measured.map(({ name }) => name)).to.deep.equal(
        works.flatMap(({ name }) => [`${name}, Node`, `${name}, CRE guest`]),
      )
      // Whatever is measured takes 0.2 s by this clock.
      const row = (name: string) => measured.find((one) => one.name === name)
      expect(row('keccak256, Node')).to.deep.include({ n: 100_000, value: 0.5, unit: 'MB/s' })
      expect(row('§ parse, as formatted, CRE guest')).to.deep.include({
        n: 100,
        value: 500,
        unit: 'questions/s',
      })
      expect(row('Merkle build, CRE guest')).to.deep.include({
        n: 250,
        value: 800,
        unit: 'ms per 1,000 leaves',
      })
      expect(notes).to.deep.equal([
        '§ parse, reference parser: skipped, there is no 000-aap-v2.md in /nowhere',
      ])
    },
  )
})
