import { expect } from 'chai'
import type { Transcript } from '../../../../protocol/index.ts'
import { citationFaults, citationsIn } from '../../../../workers/sentinel/check/citationFaults.ts'
import { caseOf, copy, findings, manual, play } from '../rounds.ts'

const [url, quote] = ['https://www.example.gov/acts', 'signed on March 1, 2026']
const citing = { value: 'YES', reply: { sources: [url], citations: [{ url, quote }] } }
const checking = (said: string) => ({ value: null, reproductions: () => said })
const said = [citing, checking('f'), checking('f')]
const round = { question: manual }

/** A DON that takes a page for found which nobody found. */
const forgiving = (given: Transcript.Transcript): Transcript.Transcript => ({
  ...given,
  workers: given.workers.map((worker, i) =>
    i === 0 ? { ...worker, testimony: { ...worker.testimony, citations: ['p'] } } : worker,
  ),
})

describe('citations in a round that is done again', () => {
  it('are judged again from what each checker signed, and counted', async () => {
    const { file } = await play(said, {}, round)
    const about = caseOf(file)
    expect(citationFaults(about)).to.deep.equal([])
    expect(citationsIn(about)).to.deep.equal({ count: 1, detail: '0 passed, 1 failed, 0 open' })
    expect(citationsIn(caseOf((await play()).file)).detail).to.equal('nobody cites a page')
    expect(await findings(file)).to.deep.equal([])
  })

  it('a verdict that nobody’s words give is found at its leaf: an appeal', async () => {
    const { file } = await play(said, { transcript: forgiving }, round)
    expect(await findings(file)).to.deep.equal([
      'SCORE_MISMATCH 0 transcript 5 appeal',
      'LEAF_MISMATCH 0 transcript 5 appeal',
    ])
    const [fault] = citationFaults(caseOf(file))
    expect(fault!.finding.message).to.equal('Its citations were judged "p", but what others found gives "f".')
  })

  it('changing what a checker signed is found too: the defence is then nobody’s', async () => {
    const { file } = await play(said, {}, round)
    const changed = copy(file)
    for (const { reply } of changed.defences) (reply as { reproductions?: string }).reproductions = 'p'
    expect(await findings(changed)).to.include('SCORE_MISMATCH 0 transcript 5 appeal')
  })

  it('leaves that cannot be read, or are not there, are for other checks', async () => {
    const { file } = await play(said, {}, round)
    const about = caseOf(file)
    for (const leaves of [null, file.leaves!.map(() => '0x00'), [], file.leaves!.map(() => '0x7b7d')])
      expect(citationFaults({ ...about, file: { ...file, leaves } })).to.deep.equal([])
  })
})
