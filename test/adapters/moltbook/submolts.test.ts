import { expect } from 'chai'
import type { Moltbook } from '../../../adapters/moltbook/Moltbook.ts'
import { findSubmolt, warningsFor } from '../../../adapters/moltbook/submolts.ts'
import { failed } from './failed.ts'

const known: Record<string, boolean> = { general: false, agentfi: true }
const adapter = {
  moltbook: {
    submolt: async (name: string) => (name in known ? { name, allowsCrypto: known[name] } : null),
  } as unknown as Moltbook,
}

describe('submolts', () => {
  it('refuses to post where there is no such place, in few words', async () => {
    expect(await findSubmolt(adapter, 'general')).to.deep.equal({ name: 'general', allowsCrypto: false })
    const error = await failed(findSubmolt(adapter, 'x'.repeat(100)))
    expect(error.name).to.equal('Market.NoSubmoltError')
    expect(error.message)
      .to.contain(`"${'x'.repeat(64)}"`)
      .and.to.contain('--submolt')
  })

  it('C61: warns of words about cryptocurrency where they may be removed, and posts all the same', async () => {
    const codes = async (submolt: string, words: string) =>
      (await warningsFor(adapter, { submolt, words })).map(({ code }) => code)
    expect(await codes('general', 'My token is up')).to.deep.equal(['CRYPTO'])
    expect(await codes('agentfi', 'My token is up')).to.deep.equal([])
    expect(await codes('general', 'My garden is up')).to.deep.equal([])
  })

  it('warns in no place that is not there', async () => {
    expect((await failed(warningsFor(adapter, { submolt: 'nowhere', words: 'a' }))).name).to.equal(
      'Market.NoSubmoltError',
    )
  })
})
