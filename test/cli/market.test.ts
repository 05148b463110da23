import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { filesOf } from '../../adapters/moltbook/index.ts'
import { addPerson, say } from '../../local/moltbook/people.ts'
import { type LocalMoltbook, startMoltbook } from '../../local/moltbook/startMoltbook.ts'
import { type Agent, addAgent } from '../../local/moltbook/World.ts'
import { temporaryFolder } from '../../local/temporaryFolder.ts'
import { writeCredentials } from '../adapters/moltbook/stage.ts'
import { type Called, runHere } from '../helpers/callCommand.ts'
import { type FakeApi, startFakeApi } from '../helpers/fakeApi.ts'
import { run as runAsPerson } from '../helpers/program.ts'

describe('market, as a person runs it', function () {
  this.timeout(180_000)
  let moltbook: LocalMoltbook
  let gauge: FakeApi
  let me: Agent
  let other: Agent
  let third: Agent
  let sourcesFile: string
  const folder = temporaryFolder('market')
  const outputs: string[] = []

  before(async () => {
    // By the machine's clock, as the commands are.
    moltbook = await startMoltbook({ seed: 5 })
    // Says at once what it will say for ever: a real source has its next sample minutes after the deadline.
    gauge = await startFakeApi(() => ({ body: '{"level":4.2}' }))
    me = addAgent(moltbook.world, 'SoothSayer', { isClaimed: true })
    other = addAgent(moltbook.world, 'W3Cash', { isClaimed: true })
    third = addAgent(moltbook.world, 'Augur', { isClaimed: true })
    writeCredentials(folder.path, me.key)
    writeCredentials(folder.path, other.key, 'w3cash-credentials.json')
    writeCredentials(folder.path, third.key, 'augur-credentials.json')
    sourcesFile = join(folder.path, 'sources.json')
    const http = [{ id: 'elbe', metric: 'level', url: `${gauge.url}/elbe?from={from}`, value: '$.level' }]
    writeFileSync(sourcesFile, JSON.stringify({ sources: { transport: 'live', allowLoopback: true, http } }))
  })
  after(async () => {
    await Promise.all([moltbook.stop(), gauge.close()])
    folder.remove()
  })

  const options = () => ({
    env: { MOLTBOOK_HOME: folder.path, MOLTBOOK_BASE_URL: moltbook.url },
    program: 'market' as const,
  })
  async function run(...args: string[]): Promise<Called> {
    const done = await runHere(args, options())
    outputs.push(done.stdout, done.stderr)
    return done
  }
  const json = async (...args: string[]) => {
    const { status, stdout, stderr } = await run(...args, '--json')
    expect(status, stderr).to.equal(0)
    return JSON.parse(stdout)
  }
  const asked = (path: RegExp, agent: string) =>
    moltbook.log.filter((one) => one.method === 'POST' && one.agent === agent && path.test(one.path))

  const soon = () => String(Math.floor(Date.now() / 1_000) + 4)
  const words = [
    '--question',
    'Will the Elbe stand at 1 m or more then?',
    '--rule',
    'source:http:elbe metric:level op:gte target:1',
  ]
  let id: string
  let postId: string
  let until: string

  it('S0-30 S0-38: every command has its help, and wrong words end with 2', async () => {
    const { stdout } = await run('--help')
    for (const verb of ['cycle', 'create', 'engage', 'comment', 'upvote', 'browse', 'status', 'migrate'])
      expect(stdout).to.contain(verb)
    expect((await run('create', '--help')).stdout)
      .to.contain('--rule')
      .and.to.contain('--deadline')
      .and.to.contain('--onchain')
    expect((await run('delete', '--post-id', 'x')).status).to.equal(2)
    expect((await run('create', '--question', 'x')).status).to.equal(2)
    const forgotten = await run('create', ...words, '--deadline', '+1h', '--reward', '0.1')
    expect(forgotten.status).to.equal(2)
    expect(forgotten.stderr).to.contain('--reward is of use only with --onchain')
    expect((await run('cycle', '--network', 'localhost')).status).to.equal(2)
  })

  it('S0-32: create --dry-run shows the post and the value, and writes nothing', async () => {
    const plan = await json('create', ...words, '--deadline', '+1h', '--sources', sourcesFile, '--dry-run')
    expect(plan).to.include({ dry_run: true, submolt: 'predictmarket' })
    expect(plan.sample.value).to.equal('4.2')
    expect(asked(/./, 'SoothSayer')).to.deep.equal([])
  })

  it('S0-32 S0-57: create --question --rule --source --submolt --title', async () => {
    until = soon()
    const origin = [
      '--source',
      'creator:HypeWatcher origin:moltbook:95759b5b',
      '--title',
      'A market',
      '--submolt',
      'agentfi',
    ]
    const made = await json(
      'create',
      ...words,
      ...origin,
      '--category',
      'tech',
      '--deadline',
      until,
      '--sources',
      sourcesFile,
    )
    ;({ id, moltbook_post_id: postId } = made.market)
    expect(made.market).to.include({ creator: 'HypeWatcher', source_post_id: '95759b5b', status: 'open' })
    expect(moltbook.world.posts.get(postId)).to.include({
      title: 'A market',
      submolt: 'agentfi',
      verification: 'verified',
    })
  })

  it('S0-31 S0-40 S0-41: cycle resolves and posts once the deadline is over', async () => {
    addPerson(moltbook.world, 'Minara')
    say(moltbook.world, 'Minara', postId, '[COMMIT] YES 90%', { at: Number(until) - 2 })
    const first = await json('cycle', '--sources', sourcesFile)
    expect(first.steps.map(({ step }: { step: string }) => step)).to.include('sync')
    const end = Date.now() + 60_000
    for (;;) {
      const { steps } = await json('cycle', '--sources', sourcesFile, '--patience', '30')
      if (steps.some(({ step }: { step: string }) => step === 'status')) break
      expect(Date.now(), JSON.stringify(steps)).to.be.lessThan(end)
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
    const book = JSON.parse(readFileSync(filesOf(folder.path, undefined).markets, 'utf8'))
    expect(book.version).to.equal(2)
    expect(book.markets[id]).to.include({ status: 'settled', outcome: 'YES' })
    expect((await json('cycle', '--dry-run', '--sources', sourcesFile)).steps).to.deep.equal([])
  })

  it('S0-33 S0-69 S0-73: engage --account w3cash posts as that account, with its own ledger', async () => {
    const words = ['--post', 'Agents meet here.', '--submolt', 'agents', '--title', 'A meeting']
    const { post_id } = await json('engage', '--account', 'w3cash', ...words)
    expect(moltbook.world.posts.get(post_id)).to.include({
      author: 'W3Cash',
      title: 'A meeting',
      verification: 'verified',
    })
    expect(asked(/posts$/, 'W3Cash')).to.have.length(1)
    const coin = ['engage', '--post', 'Bitcoin to the moon', '--dry-run']
    expect((await json(...coin, '--submolt', 'agents')).warnings[0].code).to.equal('CRYPTO')
    expect((await run(...coin, '--submolt', 'agents')).stderr).to.contain('Moltbook may remove it')
    expect((await json(...coin, '--submolt', 'agentfi')).warnings).to.deep.equal([])
    expect((await run(...coin, '--submolt', 'nowhere')).stderr).to.contain('There is no submolt')
    expect(readFileSync(filesOf(folder.path, 'w3cash').ledger, 'utf8')).to.contain('published')
  })

  it('--dry-run shows what would be sent, and refuses what would be refused', async () => {
    const plan = await json('engage', '--post', 'Hello\nall', '--submolt', 'agents', '--dry-run')
    expect(plan).to.deep.include({ submolt: 'agents', title: 'Hello', content: 'Hello\nall' })
    const empty = await run('comment', '--post-id', 'abc', '--content', ' ', '--dry-run')
    expect(empty).to.include({ status: 2 })
    expect(empty.stderr).to.contain('--content is empty')
  })

  it('S0-34 S0-72: comment --post-id with --content-file; the same once more is no second comment', async () => {
    const file = join(folder.path, 'words.md')
    writeFileSync(file, 'Long words,\non two lines.\n')
    const args = ['comment', '--account', 'w3cash', '--post-id', postId, '--content-file', file]
    const { comment_id } = await json(...args)
    expect(moltbook.world.comments.get(comment_id)!.content).to.equal('Long words,\non two lines.')
    expect((await json(...args)).comment_id).to.equal(comment_id)
    expect((await run('comment', '--post-id', postId)).status).to.equal(2)
  })

  it('S0-35: upvote --post-id, once', async () => {
    await json('upvote', '--post-id', postId)
    await json('upvote', '--post-id', postId)
    expect([...moltbook.world.posts.get(postId)!.upvoters]).to.deep.equal(['SoothSayer'])
  })

  it('S0-36 S0-70: browse by submolt, order, number and words', async () => {
    const titles = async (...args: string[]) =>
      (await json('browse', ...args)).posts.map(({ title }: { title: string }) => title)
    expect(await titles('--sort', 'new', '--limit', '1')).to.deep.equal(['A meeting'])
    expect(await titles('--submolt', 'agentfi', '--sort', 'hot')).to.deep.equal(['A market'])
    expect(await titles('--search', 'meet', '--limit', '10')).to.deep.equal(['A meeting'])
    expect((await run('browse')).stdout).to.contain('A market')
    expect((await run('browse', '--sort', 'odd')).status).to.equal(2)
  })

  it('S0-37: status shows the account, what may be written, the markets and the leaderboard', async () => {
    const found = await json('status')
    expect(found.account).to.include({ name: 'SoothSayer', is_suspended: false })
    expect(found.writing).to.include({ is_open: true, failures_in_a_row: 0 })
    expect(found.markets.settled).to.equal(1)
    expect(found.leaderboard).to.deep.equal([{ agent: 'Minara', markets: 1, brierBps: 100 }])
    expect((await run('status')).stdout).to.contain('Minara')
  })

  it('S0-76: migrate --from --dry-run reports, and migrate takes over', async () => {
    const from = join(folder.path, 'v1.json')
    const old = {
      question: 'Will it?',
      deadline: '2026-02-12T00:00:00Z',
      source: 'manual',
      moltbook_post_id: 'p1',
      submolt: 'x',
    }
    writeFileSync(from, JSON.stringify({ markets: { market_old: old } }))
    const plan = await json('migrate', '--from', from, '--dry-run')
    expect(plan.entries[0].losses.join()).to.contain('submolt')
    await json('migrate', '--from', from)
    const { markets } = JSON.parse(readFileSync(filesOf(folder.path, undefined).markets, 'utf8'))
    expect(Object.keys(markets)).to.have.members(['market_old', id])
  })

  it('an error is one line of JSON as well, and says what to do', async () => {
    // An account that has not commented yet: the others would first wait for their minute to pass.
    const words = ['comment', '--account', 'augur', '--post-id', 'nothing', '--content', 'x', '--json']
    const { status, stdout, stderr } = await run(...words)
    expect(status).to.equal(1)
    expect(JSON.parse(stdout)).to.include({ error: 'Moltbook.Refused' })
    expect(stderr).to.match(/^market: /)
  })

  it('S0-3 S0-74: after all commands: no DELETE was sent, and no output ever held a key', () => {
    expect(moltbook.log.filter(({ method }) => !['GET', 'POST'].includes(method))).to.deep.equal([])
    for (const text of outputs) for (const { key } of [me, other, third]) expect(text).to.not.contain(key)
  })

  it('as a process of its own, it ends with the same words and codes', async () => {
    const told = await runAsPerson(['status', '--json'], options())
    expect(told.status, told.stderr).to.equal(0)
    expect(JSON.parse(told.stdout).account).to.include({ name: 'SoothSayer' })
    expect((await runAsPerson(['cycle', '--network', 'localhost'], options())).status).to.equal(2)
  })

  it('market --demo tells the whole life of a market, on this machine alone', async () => {
    const { ok, market } = await json('--demo')
    expect(ok).to.equal(true)
    expect(market.status).to.equal('finalized')
  })
})
