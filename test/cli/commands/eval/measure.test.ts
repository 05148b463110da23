import { expect } from 'chai'
import { measure, mostFailures } from '../../../../cli/commands/eval/measure.ts'
import { answer, failing, line, played, scripted } from './lines.ts'

const cases = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((id) => played(id))

describe('measure', () => {
  it('FREETEXT §4: judges each case in its order and says so as it goes', async () => {
    const told: string[] = []
    const { candidate } = scripted(({ id }) => answer({ outcome: id === 'b' ? 'NO' : 'YES' }))
    const { judged, stopped } = await measure(candidate, cases, {
      onLine: async ({ line: { id, verdict } }) => void told.push(`${id} ${verdict}`),
    })
    expect(stopped).to.equal(null)
    expect(judged).to.have.length(cases.length)
    expect(told.slice(0, 3)).to.deep.equal(['a right', 'b wrong', 'c right'])
  })

  it('asks no more cases than it may', async () => {
    const { candidate, heard } = scripted(() => answer())
    const { judged, stopped } = await measure(candidate, cases, { limit: 2 })
    expect([heard, judged.length]).to.deep.equal([['a', 'b'], 2])
    expect(stopped).to.include('--limit')
  })

  it('stops before a case that could cost more than is left, as dear as the dearest so far', async () => {
    const { candidate, heard } = scripted(() => answer())
    const { stopped } = await measure(candidate, cases, { maxCostMicroUsd: 3_500 })
    expect(heard).to.deep.equal(['a', 'b', 'c'])
    expect(stopped).to.include('--max-cost')
  })

  it('does not ask again what an earlier call has answered, and counts it neither as asked nor as paid', async () => {
    const { candidate, heard } = scripted(() => answer())
    const earlier = new Map([
      ['a', line('a', 'YES')],
      ['c', line('c', 'YES', { outcome: 'NO' })],
    ])
    const { judged } = await measure(candidate, cases, { earlier, limit: 2, maxCostMicroUsd: 2_000 })
    expect(heard).to.deep.equal(['b', 'd'])
    expect(judged.map(({ line: { id, verdict } }) => `${id} ${verdict}`)).to.deep.equal([
      'a right',
      'b right',
      'c wrong',
      'd right',
    ])
  })

  it('stops where one answer after the other fails: nothing more is paid for what does not work', async () => {
    const { candidate, heard } = scripted(() => failing)
    const { stopped } = await measure(candidate, cases)
    expect(heard).to.have.length(mostFailures)
    expect(stopped).to.include('The provider is away.')
    const flaky = scripted(({ id }) => (id === 'c' ? answer() : failing))
    expect((await measure(flaky.candidate, cases)).stopped).to.equal(null)
  })
})
