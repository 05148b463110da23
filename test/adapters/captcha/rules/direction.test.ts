import { expect } from 'chai'
import { directionIn, directionOf } from '../../../../adapters/captcha/rules/direction.ts'
import { spanOf } from '../../../../adapters/captcha/Scene.ts'
import { tokensOf } from '../reading.ts'

/** Which way a number goes with these words before and after it. */
const direction = (before: string, next = '') => directionOf(spanOf(tokensOf(before)), spanOf(tokensOf(next)))

describe('directionIn', () => {
  it('is up, down, both or neither', () => {
    expect([
      directionIn(true, false),
      directionIn(false, true),
      directionIn(true, true),
      directionIn(false, false),
    ]).to.deep.equal(['up', 'down', 'both', null])
  })
})

describe('directionOf', () => {
  for (const [before, next, wanted] of [
    ['and gains', '', 'up'],
    ['and slows by', '', 'down'],
    ['gains and loses', '', 'both'],
    ['and has', '', null],
    ['', 'more', 'up'],
    ['', 'less', 'down'],
    ['', 'join', 'up'],
    ['', 'leave', 'down'],
    ['with a', 'boost', 'up'],
    ['and', 'are lost', 'down'],
    ['and', 'are added', 'up'],
    ['it puts on', '', 'up'],
    ['it gives up', '', 'down'],
    ['a crab takes off', '', 'down'],
    ['a crab is off', '', null],
    ['and then another', '', 'up'],
    ['and loses another', '', 'down'],
  ] as const)
    it(`is ${wanted ?? 'neither'} for “${before} … ${next}”`, () => {
      expect(direction(before, next)).to.equal(wanted)
    })

  it('takes some verbs for a change only with a by', () => {
    expect([direction('it improves'), direction('it improves by')]).to.deep.equal([null, 'up'])
    expect([direction('it dips'), direction('it dips by')]).to.deep.equal([null, 'down'])
    expect([direction('is faster'), direction('is faster by')]).to.deep.equal([null, 'up'])
    expect([direction('is weaker'), direction('is weaker by')]).to.deep.equal([null, 'down'])
    expect(direction('it dips by the old large rock')).to.equal(null)
  })
})
