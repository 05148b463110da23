import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { filesOf, MarketBook } from '../../../adapters/moltbook/index.ts'
import * as create from '../../../cli/moltbook/create.ts'
import { commandsOf } from '../../helpers/callCommand.ts'
import { type FakeApi, startFakeApi } from '../../helpers/fakeApi.ts'
import { onBook } from './book.ts'

const market = commandsOf(null, create.register)

describe('market create', () => {
  const here = onBook(16)
  let gauge: FakeApi
  let sources: string
  before(async () => {
    here().account('maker')
    gauge = await startFakeApi(() => ({ body: '{"level":4.2}' }))
    sources = join(here().home, 'sources.json')
    const http = [{ id: 'elbe', metric: 'level', url: `${gauge.url}/elbe?from={from}`, value: '$.level' }]
    writeFileSync(sources, JSON.stringify({ sources: { transport: 'live', allowLoopback: true, http } }))
  })
  after(() => gauge.close())

  const rule = ['--rule', 'source:http:elbe metric:level op:gte target:1']
  const words = ['--question', 'Will the Elbe stand at 1 m or more then?', ...rule]
  const call = (...more: string[]) =>
    market.call(['create', '--account', 'maker', ...words, ...more, '--sources', sources], {
      env: here().env,
    })
  const posts = () => [...here().moltbook.world.posts.values()]

  it('S0-32: --dry-run tries the source and shows the post, and writes nothing', async () => {
    const plan = JSON.parse((await call('--deadline', '+1h', '--dry-run', '--json')).stdout)
    expect(plan).to.include({ dry_run: true, submolt: 'predictmarket', onchain: false })
    expect(plan.sample.value).to.equal('4.2')
    expect(plan.dry_resolution).to.include({ kind: 'answered', value: '4.2', outcome: 'YES' })
    const { stdout } = await call('--deadline', '+1h', '--dry-run')
    expect(stdout).to.match(
      /^A plan; nothing was done\. The source says 4\.2 \(.*\): today the answer would be YES\.\n\n/,
    )
    expect(stdout).to.include('§question Will the Elbe')
    const untried = await call('--deadline', '+1h', '--dry-run', '--untried')
    expect(untried.stdout).to.include('The source was not tried.')
    expect(posts()).to.deep.equal([])
  })

  it('S0-57: posts it and records it; the same question and deadline is one market', async () => {
    const deadline = String(Math.floor(Date.now() / 1_000) + 3_600)
    const first = await call('--deadline', deadline, '--submolt', 'agentfi', '--title', 'A market')
    expect(first.status, first.stderr).to.equal(0)
    const [post, ...more] = posts()
    expect(more).to.deep.equal([])
    expect(post).to.include({ title: 'A market', submolt: 'agentfi', author: 'maker' })
    expect(first.stdout).to.match(
      new RegExp(
        `^market_\\S+ is open until \\S+: post ${post!.id}\\.\\nThe source says 4\\.2 .* would be YES\\.\\n$`,
      ),
    )
    const again = await call('--deadline', deadline, '--submolt', 'agentfi', '--json')
    expect(JSON.parse(again.stdout).market).to.include({ moltbook_post_id: post!.id, status: 'open' })
    expect(posts()).to.have.length(1)
    expect(Object.keys(MarketBook.read(filesOf(here().home, 'maker').markets).markets)).to.have.length(1)
  })

  it('E12 S0-83: --picture and --event are part of the market', async () => {
    const card = ['--picture', 'https://x.example/elbe.png', '--event', 'Rivers']
    const plan = JSON.parse((await call('--deadline', '+1d', '--dry-run', '--json', ...card)).stdout)
    expect(plan.question_raw).to.match(/\n§event Rivers\n§picture https:\/\/x\.example\/elbe\.png$/)
    const bad = await call('--deadline', '+1d', '--dry-run', '--picture', 'elbe.png')
    expect([bad.status, bad.stderr.includes('INVALID_PICTURE')]).to.deep.equal([1, true])
  })

  it('E12 C146: a resolver whom nobody serves, or another account, is a warning', async () => {
    const warned = async (...more: string[]) => {
      const words = ['create', '--account', 'maker', '--question', 'Will the Elbe freeze by then?', ...more]
      const { stdout, stderr, status } = await market.call(
        [...words, '--deadline', '+1d', '--dry-run', '--json', '--ambiguous', '--sources', sources],
        { env: here().env },
      )
      expect(status, stderr).to.equal(0)
      return JSON.parse(stdout).warnings.map(({ code }: { code: string }) => code)
    }
    const auto = 'source:http:elbe metric:level op:gte target:1'
    expect(await warned('--rule', `${auto} resolver:brevis:zktls`)).to.include('PROOFS_ONLY')
    expect(await warned('--rule', 'source:manual resolver:brevis:zktls')).to.include('UNSERVED_RESOLVER')
    expect(await warned('--rule', 'source:manual resolver:soothsayer')).to.include('OTHER_RESOLVER')
    for (const rule of [auto, 'source:manual', 'source:manual resolver:Maker'])
      expect(
        (await warned('--rule', rule)).filter((code: string) => /RESOLVER|PROOFS/.test(code)),
        rule,
      ).to.deep.equal([])
  })

  it('error: a deadline that is none, a title of nothing or too long, words of a chain without --onchain', async () => {
    const cases: [string[], RegExp][] = [
      [['--deadline', 'soon'], /soon/],
      [['--deadline', '+1h', '--title', ' '], /1 to 300 characters/],
      [['--deadline', '+1h', '--title', 'x'.repeat(301)], /1 to 300 characters/],
      [['--deadline', '+1h', '--reward', '0.1'], /--reward is of use only with --onchain/],
      [['--deadline', '+1h', '--chain-account', '1'], /--chain-account/],
      [[], /--deadline/],
    ]
    for (const [more, why] of cases) {
      const { status, stderr } = await call(...more)
      expect(status, more.join(' ')).to.equal(2)
      expect(stderr, more.join(' ')).to.match(why)
    }
    expect(posts()).to.have.length(1)
  })

  it('error: where the source does not answer, nothing is posted', async () => {
    gauge.fail(
      { kind: 'status', status: 404 },
      { kind: 'status', status: 404 },
      { kind: 'status', status: 404 },
    )
    const { status } = await call('--deadline', '+2d')
    expect(status).to.equal(1)
    expect(posts()).to.have.length(1)
  })
})
