import { expect } from 'chai'
import { Score } from '../../../../protocol/index.ts'
import { modelFaults } from '../../../../workers/sentinel/check/modelFaults.ts'
import { caseOf, manual, play } from '../rounds.ts'

describe('a model’s scores in a round that is done again', () => {
  const unbacked = [{ value: 'YES' }, { value: 'NO' }, { value: null }]
  const scored = async (dimensions: Score.Dimensions, index = 0) => {
    const { file } = await play(unbacked, {}, { question: manual })
    return modelFaults(caseOf({ ...file, evaluations: [{ index, dimensions }] }))
  }

  it('SPEC §4: no model makes an unbacked answer a backed one', async () => {
    const [fault, ...more] = await scored(Score.all(60))
    expect(more).to.deep.equal([])
    expect(fault!.finding).to.deep.include({
      code: 'SCORE_MISMATCH',
      path: '/evaluations/0',
      worker_index: 0,
    })
    expect(fault!.finding.message).to.contain('source_quality 60 of 0')
    expect(fault!.finding.message).to.contain('timeliness 60 of 0')
    expect(fault!.finding.message).not.to.contain('analysis_depth')
  })

  it('within the bounds they stand, for a model can’t be asked again', async () => {
    const within = { ...Score.all(60), source_quality: 0, timeliness: 0, evidence_strength: 20 }
    expect(await scored(within)).to.deep.equal([])
  })

  it('scores for one whose vote does not count change nothing', async () => {
    const { file } = await play(['silent', { value: 'YES' }], {}, { question: manual })
    const about = caseOf({ ...file, evaluations: [{ index: 0, dimensions: Score.all(100) }] })
    expect(modelFaults(about)).to.deep.equal([])
  })
})
