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

  it('error: wrong numbers, orders and names, and an account without credentials', async () => {
    for (const words of ['--limit 0', '--limit 1000', '--sort odd'])
      expect((await market.refusal(`browse ${words}`, { env: here().env })).status, words).to.equal(2)
    expect(
      (await market.call('browse --submolt ../x --account reader', { env: here().env })).status,
    ).to.not.equal(0)
    expect((await market.call('browse --account nobody', { env: here().env })).status).to.not.equal(0)
  })
})
