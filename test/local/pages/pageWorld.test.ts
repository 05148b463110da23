import { expect } from 'chai'
import { said, startPageWorld } from '../../../local/pages/pageWorld.ts'
import type { Pages } from '../../../local/pages/startPages.ts'
import { visit } from '../../../services/fetch/visit.ts'

describe('pageWorld', () => {
  let world: Pages
  before(async () => {
    world = await startPageWorld({ 'more.example': () => ({ body: 'more' }) })
  })
  after(() => world.stop())
  const see = (url: string) => visit(url, { network: world.network })

  it('has a page that cloaks: it shows the quote once', async () => {
    const first = await see('https://pages.example/cloaked')
    const second = await see('https://pages.example/cloaked')
    const shows = [first, second].map((seen) => seen.kind === 'page' && seen.text.includes(said))
    expect(shows).to.deep.equal([true, false])
  })

  it('has ten megabytes of nothing of note, and takes sites of one’s own', async () => {
    expect(await see('https://pages.example/long')).to.deep.include({ isWhole: false })
    expect(await see('https://more.example/')).to.deep.include({ text: 'more' })
  })
})
