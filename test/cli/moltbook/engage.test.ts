import { expect } from 'chai'
import * as engage from '../../../cli/moltbook/engage.ts'
import { commandsOf } from '../../helpers/callCommand.ts'
import { onBook } from './book.ts'

const market = commandsOf(null, engage.register)

describe('market engage', () => {
  const here = onBook(13)
  before(() => here().account('writer'))
  const call = (...words: string[]) =>
    market.call(['engage', '--account', 'writer', ...words, '--json'], { env: here().env })
  const posts = () => [...here().moltbook.world.posts.values()]

  it('S0-33: posts to a submolt, with its first line as the title unless told', async () => {
    const plan = JSON.parse((await call('--post', 'Hello\nall', '--submolt', 'agents', '--dry-run')).stdout)
    expect(plan).to.deep.include({ submolt: 'agents', title: 'Hello', content: 'Hello\nall', dry_run: true })
    expect(posts()).to.deep.equal([])
    const done = await call('--post', 'Agents meet here.', '--submolt', 'agents', '--title', 'A meeting')
    expect(done.status, done.stderr).to.equal(0)
    const { post_id } = JSON.parse(done.stdout)
    expect(here().moltbook.world.posts.get(post_id)).to.include({ title: 'A meeting', author: 'writer' })
  })

  it('S0-69: warns on stderr, and for programs, of words that the submolt does not allow', async () => {
    const coin = ['--post', 'Bitcoin to the moon', '--dry-run', '--submolt']
    const warned = await call(...coin, 'agents')
    expect(JSON.parse(warned.stdout).warnings[0].code).to.equal('CRYPTO')
    expect(warned.stderr).to.match(/^warning: .*Moltbook may remove it.* \(CRYPTO\)\n/s)
    expect(JSON.parse((await call(...coin, 'agentfi')).stdout).warnings).to.deep.equal([])
  })

  it('error: a submolt that is not there, no words, no submolt', async () => {
    const nowhere = await call('--post', 'x', '--submolt', 'nowhere', '--dry-run')
    expect(nowhere.status).to.equal(1)
    expect(nowhere.stderr).to.include('There is no submolt')
    expect((await call('--submolt', 'agents')).status).to.equal(2)
    expect((await call('--post', 'x')).status).to.equal(2)
  })

  it('E12: words that are off end with 2 as documented, before anything is asked', async () => {
    const asked = here().moltbook.log.length
    for (const [post, submolt, title] of [
      ['', 'agents', 'T'],
      [' \n', 'agents', 'T'],
      ['x', '../agents', 'T'],
      ['x', 'agents', ' '],
      ['x'.repeat(40_001), 'agents', 'T'],
      ['a\u0007b', 'agents', 'T'],
    ]) {
      const { status, stdout } = await call('--post', post!, '--submolt', submolt!, '--title', title!)
      expect(
        [status, JSON.parse(stdout).error],
        JSON.stringify([post!.slice(0, 9), submolt, title]),
      ).to.deep.equal([2, 'Cli.Usage'])
    }
    const account = await market.call(
      ['engage', '--account', '../me', '--post', 'x', '--submolt', 'agents'],
      { env: here().env },
    )
    expect(account.status).to.equal(2)
    expect(here().moltbook.log).to.have.length(asked)
  })
})
