import { expect } from 'chai'
import type { Transport } from '../../../services/fetch/Transport.ts'
import { replay } from '../../../workers/pipeline/replay.ts'
import { resolveText } from '../../../workers/pipeline/resolveText.ts'
import { acquired, asked, fact, html, source, url } from '../../helpers/factsFixture.ts'
import { scriptedReaders } from '../../helpers/scriptedReaders.ts'

const transport: Transport = async () => ({
  status: 200,
  headers: { 'content-type': 'text/html' },
  body: html(`<p>${acquired}</p>`),
  retrievedAt: asked.deadline! + 100,
  method: 'REPLAY',
})
const market = { ...asked, deadline: asked.deadline! }

describe('resolveText', () => {
  it('answers a market as the worker does, with a proof that replays', async () => {
    const model = scriptedReaders({ sources: [source], facts: [fact()] })
    const { reply, proof } = await resolveText(market, { sources: [source], transport, model })
    expect(reply).to.deep.include({ outcome: 'YES', confidence: 0.75, sources: [url] })
    expect(replay(proof!, { sources: new Map() })).to.include({ executed: true, ok: true })
  })

  it('the second reader may be another model', async () => {
    const one = scriptedReaders({ sources: [source], facts: [fact()] })
    const two = scriptedReaders({ sources: [source], facts: [] })
    const { reply } = await resolveText(market, {
      sources: [source],
      transport,
      model: one,
      secondModel: two,
    })
    expect(reply.outcome).to.equal('INVALID')
  })
})
