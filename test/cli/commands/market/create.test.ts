import { writeFileSync } from 'node:fs'
import { expect } from 'chai'
import * as create from '../../../../cli/commands/market/create.ts'
import { cresolverMarketAbi } from '../../../../deployments/abi/index.ts'
import { Question } from '../../../../protocol/index.ts'
import { readData } from '../../../../scripts/bench/rubric.ts'
import { budget } from '../../../helpers/budget.ts'
import { commandsOf, runHere } from '../../../helpers/callCommand.ts'
import { startFakeApi } from '../../../helpers/fakeApi.ts'
import { recordedData, skipFor } from '../../../helpers/skip.ts'
import { addressOf, manual, onChain } from '../../place.ts'

const market = commandsOf('market', create.register)

describe('cresolver market create', () => {
  const here = onChain()
  const count = () =>
    here().client.readContract({
      address: here().market,
      abi: cresolverMarketAbi,
      functionName: 'marketCount',
    })
  const words = (...more: string[]) => ['create', ...more, ...here().words.split(' '), '--json']
  const created = async (...more: string[]) => {
    const { status, stdout, stderr } = await market.call(words(...more))
    expect(status, stderr).to.equal(0)
    return { ...JSON.parse(stdout), stderr }
  }

  it('takes the question as a word, from a file or from stdin; the file’s last line break is not part of it', async () => {
    const file = `${here().folder}/question.txt`
    writeFileSync(file, `${manual}\n`)
    const one = await created(file, '--deadline', '+1d')
    const two = await created('--question', manual, '--deadline', '+1d')
    const { stdout } = await market.call(words('--deadline', '+1d'), { input: `${manual}\n` })
    const ids = [one, two, JSON.parse(stdout)].map(({ market_id }) => BigInt(market_id))
    for (const id of ids) {
      const [, , , , , , , , question] = await here().client.readContract({
        address: here().market,
        abi: cresolverMarketAbi,
        functionName: 'getRound',
        args: [id, 0n, 1n],
      })
      expect(question).to.equal(manual)
    }
  })

  it('counts +2d from the chain’s own clock, and puts out the least reward unless told', async () => {
    const made = await created('--question', manual, '--deadline', '+2d', '--account', '1')
    expect(made).to.include({ reward_wei: '1000000000000000', creator: addressOf(1), status: 'Open' })
    // A second or so passes between reading the clock and the block.
    expect(made.deadline - 2 * 86_400).to.be.within((await here().chain.now()) - 5, await here().chain.now())
  })

  it('for eyes: the reward in ETH, the deadline as a time', async () => {
    const text = ['create', '--question', manual, '--deadline', '1767225600', '--reward', '0.25']
    const { stdout } = await market.call([...text, ...here().words.split(' ')])
    expect(stdout).to.match(
      /was created with a reward of 0\.25 ETH and the deadline 2026-01-01T00:00:00Z\.\n/,
    )
  })

  it('warns on stderr of what the question leaves open', async () => {
    const { stderr } = await created('--question', manual, '--deadline', '+1d')
    expect(stderr).to.match(/^ambiguity 0\.\d+: /m)
  })

  it('C149, AUDIT B9: refuses a question by its faults, each with a remedy, unless it is not to be checked', async () => {
    const vague =
      '§question Will it go well by 5 PM on May 1, 2027, by Reuters or any other source?\n§rule\nsource:manual'
    const { status, stdout } = await market.call(words('--question', vague, '--deadline', '+1d'))
    expect([status, JSON.parse(stdout).error]).to.deep.equal([1, 'Cli.AmbiguousQuestion'])
    expect(JSON.parse(stdout).message)
      .to.match(/its ambiguity is 0\.\d+/)
      .and.include('"go well": ')
      .and.include('Say which zone')
      .and.include('(open_source)')
      .and.include('--unchecked')
    await created('--question', vague, '--deadline', '+1d', '--unchecked')
  })

  it('B8: what nobody can be asked for is refused before money is sent, with the list of what there is', async () => {
    const before = await count()
    const auto = (source: string) => `§question Q\n§rule\nsource:${source}\nop:gte\ntarget:1`
    for (const [source, list] of [
      ['nonsense:thing', 'There are coingecko, binance, defillama'],
      ['coingecko:bitcoin\nmetric:tvl', 'It has price_<currency>, market_cap'],
    ]) {
      const { status, stdout } = await market.call(words('--question', auto(source!), '--deadline', '+1d'))
      expect([status, JSON.parse(stdout).error], source).to.deep.equal([1, 'Question.Invalid'])
      expect(JSON.parse(stdout).message).to.include(list)
    }
    expect(await count()).to.equal(before)
  })

  it('B8: shows what the source would say today, and sends nothing where it cannot answer', async () => {
    let body = '{"level":4.2}'
    const gauge = await startFakeApi(() => ({ body }))
    const sources = `${here().folder}/sources.json`
    const http = [{ id: 'elbe', metric: 'level', url: `${gauge.url}/?at={from}`, value: '$.level' }]
    const config = { transport: 'live', allowLoopback: true, attempts: 1 }
    writeFileSync(sources, JSON.stringify({ sources: { ...config, http } }))
    const question =
      '§question Will the Elbe stand at 4 m?\n§rule\nsource:http:elbe\nmetric:level\nop:gte\ntarget:4'
    const these = ['--question', question, '--deadline', '+1d', '--sources', sources]
    try {
      const { dry_resolution, stderr } = await created(...these)
      expect(dry_resolution).to.include({ kind: 'answered', value: '4.2', outcome: 'YES' })
      expect(stderr).to.match(/^The source says 4\.2 .*: today the answer would be YES\.$/m)
      const before = await count()
      body = 'none'
      const { status, stdout } = await market.call(words(...these))
      expect([status, JSON.parse(stdout).error]).to.deep.equal([1, 'Cli.NoAnswer'])
      expect(await count()).to.equal(before)
      expect((await created(...these, '--untried')).dry_resolution).to.equal(null)
    } finally {
      await gauge.close()
    }
  })

  /** The ambiguity that each of the three doors says of a text; `market create` says it whether or not it takes the question. */
  async function ambiguities(text: string, deadline?: number): Promise<number[]> {
    const { stdout, stderr } = await market.call(words('--question', text, '--deadline', '+1d'))
    const [, said] = /ambiguity(?: is)? ([01](?:\.\d+)?)/.exec(`${stderr}${stdout}`) ?? []
    const options = deadline === undefined ? [] : ['--deadline', String(deadline)]
    const validated = await runHere(['aap', 'validate', '--json', ...options], { input: text })
    const parsed = await runHere(['rules', 'parse'], { input: JSON.stringify({ text, deadline }) })
    // What leaves nothing open is not mentioned.
    return [Number(said ?? 0), validated.lines()[0].ambiguity, parsed.lines()[0].structured.ambiguity]
  }

  it('AUDIT B9: says the ambiguity that `aap validate` and `rules parse` say, to the digit', async () => {
    for (const text of [
      manual,
      '§question Will it go well?\n§rule\nsource:manual',
      '§question Will Norland sign the treaty by May 5, where rumours will not count and drafts will not count?\n§rule\nsource:manual',
    ])
      for (const deadline of [undefined, 1_900_000_000]) {
        const [created, validated, parsed] = await ambiguities(text, deadline)
        expect([validated, parsed], text).to.deep.equal([created, created])
        expect(created).to.be.greaterThan(0)
      }
  })

  it('AUDIT B9: and so of recorded rules', async function () {
    recordedData(this)
    const recorded = readData<{ question: string; description: string | null }>('disputed_dev.jsonl')
    const texts = (recorded ?? skipFor(this, 'there are no recorded disputes'))
      .map(({ question, description }) => oneQuestion(question, description ?? ''))
      .filter((text) => Question.isValid(text))
    const every = Math.floor(texts.length / budget(8, 80))
    const chosen = texts.filter((_, i) => i % every === 0)
    expect(chosen.length).to.be.at.least(8)
    for (const text of chosen) {
      const [created, validated, parsed] = await ambiguities(text)
      expect([validated, parsed], text).to.deep.equal([created, created])
    }
  })

  it('error: no worker could read it, the deadline is no time, the reward is no amount: nothing is sent', async () => {
    const before = await count()
    const cases: [string[], string][] = [
      [['--question', '§question Will it rain?', '--deadline', '+1d'], 'Question.Invalid'],
      [['--question', manual, '--deadline', 'tomorrow'], 'Cli.Usage'],
      [['--question', manual, '--deadline', '+1d', '--reward', 'some'], 'Cli.Usage'],
      [['--question', manual, '--deadline', '+1d', '--reward', '0.0001'], 'Contract.WrongValue'],
      [['--question', manual], 'Cli.Usage'],
    ]
    for (const [more, name] of cases) {
      const { stdout } = await market.call(words(...more))
      expect(JSON.parse(stdout).error, more.join(' ')).to.equal(name)
    }
    expect(await count()).to.equal(before)
  })
})

/** A recorded rule as a § text: its words in one line beside the title. */
function oneQuestion(title: string, rules: string): string {
  const line = (text: string) => text.replaceAll('§', '').replace(/\s+/g, ' ').trim()
  return `§question ${line(title)}\n§rule\nsource:manual\n§§terms ${line(rules)}`
}

describe('cresolver market create where reports are waited for a day', () => {
  const here = onChain({ parameters: { resolutionTimeout: 86_400 } })

  it('B8, SPEC §1: refuses a source that publishes later than that, before money is sent', async () => {
    const question = '§question TVL over 5?\n§rule\nsource:defillama:lido\nop:gte\ntarget:5'
    const words = ['create', '--question', question, '--deadline', '+1d', '--untried']
    const late = await market.call([...words, ...here().words.split(' '), '--json'])
    expect(late.status).to.equal(1)
    expect(late.stderr).to.include('90000 s after the deadline').and.include('79200 s at most')
    const soon = await market.call([
      ...words.map((word) => (word === question ? `${question}\ntolerance:79200` : word)),
      ...here().words.split(' '),
      '--json',
    ])
    expect(soon.status, soon.stderr).to.equal(0)
  })
})
