import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import * as comment from '../../../cli/moltbook/comment.ts'
import { commandsOf } from '../../helpers/callCommand.ts'
import { onBook } from './book.ts'

const market = commandsOf(null, comment.register)

describe('market comment', () => {
  const here = onBook(12)
  before(() => {
    for (const name of ['one', 'two', 'three']) here().account(name)
    here().post('p1')
  })
  const comments = () => [...here().moltbook.world.comments.values()]

  it('S0-34: comments once, however often it is said', async () => {
    const words = ['comment', '--account', 'one', '--post-id', 'p1', '--content', 'Well observed.']
    const { status, stdout, stderr } = await market.call(words, { env: here().env })
    expect(status, stderr).to.equal(0)
    const [made] = comments()
    expect(stdout).to.equal(`Commented: ${made!.id}\n`)
    expect(made).to.include({ content: 'Well observed.', author: 'one', postId: 'p1' })
    const again = await market.call([...words, '--json'], { env: here().env })
    expect(JSON.parse(again.stdout)).to.deep.equal({ dry_run: false, comment_id: made!.id })
    expect(comments()).to.have.length(1)
  })

  it('S0-72: takes the words from a file or stdin, without their last line break', async () => {
    const file = join(here().home, 'words.md')
    writeFileSync(file, 'Long words,\non two lines.\n')
    const words = '--post-id p1 --content-file'
    const { comment_id } = await market.json(`comment --account two ${words} ${file}`, { env: here().env })
    expect(here().moltbook.world.comments.get(comment_id)!.content).to.equal('Long words,\non two lines.')
    const plan = await market.json(`comment --account three ${words} - --dry-run`, {
      env: here().env,
      input: 'From stdin\r\n',
    })
    expect(plan).to.deep.equal({ dry_run: true, post_id: 'p1', content: 'From stdin' })
  })

  it('--dry-run sends nothing, and refuses what would be refused', async () => {
    const before = comments().length
    const words = ['comment', '--post-id', 'p1', '--dry-run', '--json']
    const plan = await market.call([...words, '--content', 'Hello'], { env: here().env })
    expect(JSON.parse(plan.stdout)).to.include({ dry_run: true, content: 'Hello' })
    const empty = await market.call([...words, '--content', ' '], { env: here().env })
    expect(empty.status).to.equal(2)
    expect(empty.stderr).to.include('--content is empty')
    expect(comments()).to.have.length(before)
  })

  it('error: no words, words twice, no post', async () => {
    for (const words of ['--post-id p1', '--post-id p1 --content a --content-file b', '--content a'])
      expect((await market.refusal(`comment ${words}`, { env: here().env })).status, words).to.equal(2)
  })
})
