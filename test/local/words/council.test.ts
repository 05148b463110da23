import { expect } from 'chai'
import { startPageWorld } from '../../../local/pages/pageWorld.ts'
import { decision, minutes, page, readAt, source, title } from '../../../local/words/council.ts'
import { Page } from '../../../protocol/index.ts'
import { visit } from '../../../services/fetch/visit.ts'
import { readEvent } from '../../../workers/facts/index.ts'

describe('the council of Rivertown', () => {
  it('says in its minutes what decides, on a page of the world', async () => {
    expect(Page.visibleText(page, 'text/html')).to.include(decision)
    const world = await startPageWorld()
    try {
      const seen = await visit(minutes, { network: world.network })
      expect(JSON.stringify(seen)).to.include('nine votes to four')
    } finally {
      await world.stop()
    }
  })

  it('is asked about in words that leave nothing open, and is read after its day', () => {
    const event = readEvent({ question: title, rules: '', created: null, deadline: null })
    expect(event.missing_fields).to.deep.equal([])
    expect(event.window.to!).to.be.below(readAt)
    expect(source.url).to.equal(minutes)
  })
})
