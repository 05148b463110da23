import { expect } from 'chai'
import { stages } from '../../../workers/pipeline/Stage.ts'
import { answerMs, stageLimit } from '../../../workers/pipeline/stageLimit.ts'

describe('stageLimit', () => {
  it('S2-105 AUDIT B6: every stage has a limit that comes from the time left, and none has more than that', () => {
    for (const stage of stages) {
      for (const left of [10, 1_000, 24_000, 120_000]) {
        const limit = stageLimit(stage, left)
        expect(limit, stage).to.be.within(1, left)
        expect(stageLimit(stage, left * 2), stage).to.be.within(2 * limit, 2 * limit + 1)
      }
      expect(stageLimit(stage, 0)).to.equal(0)
      expect(stageLimit(stage, -5)).to.equal(0)
    }
  })

  it('AUDIT B6: whatever the first stages take, 8 s are left for the readings', () => {
    const question = stageLimit('promptEngineer', answerMs)
    expect(question).to.be.above(8_000)
    const pages = stageLimit('collector', answerMs - question)
    expect(stageLimit('auditor', answerMs - question - pages)).to.be.above(8_000)
  })

  it('takes what a config sets, as far as there is time', () => {
    expect(stageLimit('judge', 24_000, 60_000)).to.equal(24_000)
    expect(stageLimit('auditor', 24_000, 5)).to.equal(5)
  })
})
