import { expect } from 'chai'
import { RefusedError, type RefusedField } from '../../../services/model/Model.ts'
import { withSampling } from '../../../services/model/withSampling.ts'

const fixed = { temperature: 0 }

function posting(refusals: (RefusedField | null)[]) {
  const sent: object[] = []
  const post = async (fields: object) => {
    sent.push(fields)
    const field = refusals.shift()
    if (field !== undefined) throw new RefusedError('m', 400, { kind: null, field, try: 'x' })
    return 'ok'
  }
  return { sent, post }
}

describe('withSampling', () => {
  it('AUDIT B6: with auto it leaves out what was refused once, from then on', async () => {
    const { sent, post } = posting(['sampling'])
    const sampled = withSampling<string>('auto', fixed)
    expect([await sampled(post), await sampled(post)]).to.deep.equal(['ok', 'ok'])
    expect(sent).to.deep.equal([fixed, {}, {}])
  })

  it('sends it or not where the config says so', async () => {
    const always = posting(['sampling'])
    const failure = await withSampling('fixed', fixed)(always.post).catch((error: Error) => error)
    expect([(failure as Error).name, always.sent]).to.deep.equal(['Model.RefusedError', [fixed]])
    const never = posting([])
    await withSampling('default', fixed)(never.post)
    expect(never.sent).to.deep.equal([{}])
  })

  it('does not ask again when something else was refused', async () => {
    for (const field of ['schema', 'tokens', 'model', null] as const) {
      const { sent, post } = posting([field])
      const failure = await withSampling('auto', fixed)(post).catch((error: Error) => error)
      expect([(failure as Error).name, sent.length]).to.deep.equal(['Model.RefusedError', 1])
    }
  })
})
