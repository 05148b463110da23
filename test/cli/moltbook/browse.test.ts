import { expect } from 'chai'
import * as browse from '../../../cli/moltbook/browse.ts'
import { commandsOf } from '../../helpers/callCommand.ts'
import { onBook } from './book.ts'

const market = commandsOf(null, browse.register)

describe('market browse', () => {
  const here = onBook(11)
  before(() => {
    here().account('reader')
    const { now } = here().moltbook.world
    here().post('p1', { title: 'Older', createdAt: now() - 100, upvoters: new Set(['a', 'b']) })
    here().post('p2', { title: `A\u001b[31m title\u202e ${'long '.repeat(40)}`, submolt: 'agentfi' })
  })
  const json = async (words: string) =>
    (await market.json(`browse --account reader ${words}`, { env: here().env })).posts

  it('S0-36: gives posts in the order and number that are asked for', async () => {
    const ids = async (words: string) => (await json(words)).map(({ id }: { id: string }) => id)
    expect(await ids('--sort new')).to.deep.equal(['p2', 'p1'])
    expect(await ids('--sort new --limit 1')).to.deep.equal(['p2'])
    expect(await ids('--submolt agents')).to.deep.equal(['p1'])
    expect(await ids('--search Older')).to.deep.equal(['p1'])
    expect(await ids('--search Older --submolt agentfi')).to.deep.equal([])
  })

  it('a post for programs has its time as an instant, and nothing about the reader', async () => {
    const [post] = await json('--submolt agents')
    expect(post).to.include({ id: 'p1', author: 'Somebody', upvotes: 2 })
    expect(post.created_at).to.match(/^\d{4}-\d\d-\d\dT[\d:]+Z$/)
    expect(post).not.to.have.any.keys('createdAt', 'isPublished', 'isUpvoted')
  })

  it('for eyes: a table without what a terminal would obey', async () => {
    const { stdout } = await market.call('browse --account reader --sort new', { env: here().env })
    expect(stdout).to.match(/^id +submolt +author +votes +comments +title\n/)
    expect(stdout).to.match(/\np1 +agents +Somebody +2 +0 +Older\n/)
    expect(stdout).not.to.match(/[\u001b\u202e]/)
    for (const line of stdout.split('\n')) expect(line.length).to.be.lessThan(160)
  })

  it('says that there is nothing', async () => {
    const { stdout } = await market.call('browse --account reader --search xyzzy', { env: here().env })
    expect(stdout).to.equal('There is nothing.\n')
  })

  it('E12 S0-83: markets of one event stand together, with category and picture for programs', async () => {
    const { now } = here().moltbook.world
    const content = (n: number, event: string) =>
      `**Market ${n}**\n\n\`\`\`\n§question Will ${n}?\n§rule\nsource:manual\n§event ${event}\n§category politics\n§picture https://x.example/${n}.png\n\`\`\`\nMarket m${n}`
    const add = (n: number, event: string) =>
      here().post(`e${n}`, {
        submolt: 'predictmarket',
        title: `Market ${n}`,
        content: content(n, event),
        createdAt: now() - n,
      })
    // The last that was posted is listed first.
    add(4, 'Rivers')
    add(3, 'US Election 2026')
    here().post('e2', {
      submolt: 'predictmarket',
      title: 'Talk',
      content: 'Of no market.',
      createdAt: now() - 2,
    })
    add(1, 'US Election 2026')
    const words = '--submolt predictmarket --sort new'
    const { stdout } = await market.call(`browse --account reader ${words}`, { env: here().env })
    expect(stdout.match(/^(?:\S.*:|e\d)/gm)).to.deep.equal([
      'US Election 2026:',
      'e1',
      'e3',
      'Rivers:',
      'e4',
      'e2',
    ])
    const [first, talk] = await json(words)
    expect(first).to.include({
      event: 'US Election 2026',
      category: 'politics',
      picture: 'https://x.example/1.png',
    })
    expect(talk).to.include({ event: null, category: null, picture: null })
  })

  it('error: wrong numbers, orders and names, and an account without credentials', async () => {
    for (const words of ['--limit 0', '--limit 1000', '--sort odd'])
      expect((await market.refusal(`browse ${words}`, { env: here().env })).status, words).to.equal(2)
    expect(
      (await market.call('browse --submolt ../x --account reader', { env: here().env })).status,
    ).to.equal(2)
    expect((await market.call('browse --account nobody', { env: here().env })).status).to.not.equal(0)
  })
})
