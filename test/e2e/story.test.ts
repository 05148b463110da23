import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { usualOf } from '../../local/sources/assets.ts'
import { makePrices } from '../../local/sources/makePrices.ts'
import { lockedText, marketChart } from '../../local/sources/replies.ts'
import { firstDay } from '../../local/startChain.ts'
import { Question, Rule, type Vote } from '../../protocol/index.ts'
import { marketsOf } from '../../scripts/demo/marketsOf.ts'
import { budget } from '../helpers/budget.ts'
import { runHere } from '../helpers/callCommand.ts'
import { run as runAsPerson } from '../helpers/program.ts'

const program = fileURLToPath(new URL('../../scripts/demo.ts', import.meta.url))
const deadline = firstDay + 86_400

type Summary = {
  readonly ok: boolean
  readonly ms: number
  readonly markets: readonly {
    readonly id: number
    readonly question: string
    readonly status: string
    readonly outcome: Vote.Outcome
    readonly kind: string
    readonly undrawn: readonly {
      readonly agentId: number
      readonly role: string
      readonly stake: string
      readonly paid: string
    }[]
    readonly workers: readonly {
      readonly agentId: number
      readonly role: string
      readonly vote: string
      readonly stake: string
      readonly paid: string
    }[]
  }[]
  readonly rounds: readonly {
    readonly marketId: number
    readonly round: number
    readonly workers: number
    readonly outcome: Vote.Outcome
    readonly excluded: readonly { readonly agentId: number; readonly reason: string }[]
    readonly struck: readonly { readonly agentId: number; readonly reward: string }[]
    readonly rechecked: {
      readonly proofs: number
      readonly leaves: number
      readonly citations: readonly string[]
    }
    readonly quota: Record<'http' | 'reads' | 'consensus' | 'reportBytes' | 'observationBytes', number>
    readonly gas: number
  }[]
  readonly money: {
    readonly paidIn: string
    readonly workers: string
    readonly credits: readonly { readonly who: string; readonly amount: string }[]
    readonly left: string
  }
}

type Ended = { readonly code: number | null; readonly stdout: string; readonly stderr: string }

type Demo = {
  readonly child: ChildProcess
  readonly ended: Promise<Ended>
  /** What it has said so far, on stdout and on stderr. */
  told(): string
  said(): string
  /** Once it has said that it is left running, or has ended. */
  readonly isServing: Promise<void>
}

/** The demo as a person runs it. */
function start(...args: string[]): Demo {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  let [stdout, stderr] = ['', '']
  const { promise: isServing, resolve: serving } = Promise.withResolvers<void>()
  child.stdout.on('data', (chunk) => (stdout += String(chunk)))
  child.stderr.on('data', (chunk) => {
    stderr += String(chunk)
    if (stderr.includes('evm_mine')) serving()
  })
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      serving()
      resolve({ code, stdout, stderr })
    })
  })
  return { child, ended, said: () => stderr, told: () => stdout, isServing }
}

const run = (...args: string[]): Promise<Ended> => start(...args).ended

/** What a market must end with, from its own question and the prices of the seed. */
function truthOf(seed: number, question: string): Vote.Outcome {
  const { rule } = Question.validate(question, { deadline })
  const prices = makePrices(seed, usualOf)
  const asset = rule.asset!
  // Minutes that say it in words, and two accounts of one river.
  if (!Rule.isAuto(rule)) return 'YES'
  if (rule.provider === 'http') return 'INVALID'
  const value =
    rule.provider === 'coingecko'
      ? marketChart(prices, asset, deadline, deadline + 3_900)!.observation!.value
      : lockedText(prices, asset, deadline)
  return Rule.evaluate(rule, value).met ? 'YES' : 'NO'
}

const sum = (amounts: readonly string[]): bigint => amounts.reduce((all, one) => all + BigInt(one), 0n)

/**
 * The first is left running at its end, and then ended. The others take a minute: a round of 32 workers has tests of its own in
 * test/workflow, and what the number of workers and the seed change in test/scripts/demo.
 */
const runs = [
  { seed: 1, workers: 7, args: ['--serve'] },
  { seed: 11, workers: 5, args: ['--seed', '11', '--workers', '5'] },
  { seed: 4, workers: 32, args: ['--seed', '4', '--workers', '32'] },
] as const
const own = '§question Is SOL worth a dollar?\n§rule\nsource:coingecko:solana\nop:gte\ntarget:1'

describe('npm start', function () {
  this.timeout(600_000)

  for (const { seed, workers, args } of runs.slice(0, budget(1, runs.length))) {
    const isLeft = args[0] === '--serve'
    describe(`with ${workers} workers and the prices of seed ${seed}`, () => {
      let summary: Summary
      let demo: Demo
      const roundOf = (id: number) => summary.rounds.find(({ marketId }) => marketId === id)!

      before(async () => {
        demo = start('--json', ...args)
        if (isLeft) await demo.isServing
        else expect((await demo.ended).code, demo.said()).to.equal(0)
        expect(demo.told(), demo.said()).to.match(/^\{.*\}\n$/)
        summary = JSON.parse(demo.told())
      })
      after(() => void demo.child.kill('SIGKILL'))

      it('says that everything was as it must be, and how long it took', () => {
        expect(summary.ok).to.equal(true)
        expect(summary.ms).to.be.greaterThan(0)
      })

      it('asks the questions of its seed, which are not those of another', () => {
        const asked = summary.markets.map(({ question }) => question)
        const planned = (one: number) => marketsOf(one, deadline).map(({ question }) => question)
        expect(asked).to.deep.equal(planned(seed))
        expect(asked).to.not.deep.equal(planned(seed + 1))
      })

      it('ends every market with what the prices of the seed say, YES, NO and INVALID among them', () => {
        for (const { question, outcome, status } of summary.markets) {
          expect(outcome, question).to.equal(truthOf(seed, question))
          expect(status).to.equal(outcome === 'INVALID' ? 'Invalid' : 'Finalized')
        }
        const honest = summary.markets.filter(({ kind }) => kind !== 'lie').map(({ outcome }) => outcome)
        expect([...new Set(honest)]).to.have.members(['YES', 'NO', 'INVALID'])
      })

      it('SPEC §2: a lie carries its round, is struck by what the source signed, and the outcome is re-tallied', () => {
        const { id, outcome, workers: people } = summary.markets.find(({ kind }) => kind === 'lie')!
        const round = roundOf(id)
        expect(round.outcome).to.equal(outcome === 'YES' ? 'NO' : 'YES')
        expect(round.struck.map(({ agentId }) => agentId)).to.deep.equal([1, 2])
        for (const { agentId, paid, stake } of people)
          if (agentId !== 0) expect(paid).to.equal('0')
          else expect(BigInt(paid) > BigInt(stake)).to.equal(true)
        for (const { marketId, struck } of summary.rounds)
          if (marketId !== id) expect(struck).to.deep.equal([])
      })

      it('AUDIT B1: in words the page decides; what its third reader makes up is not found, and loses', () => {
        const { id, outcome, workers: people } = summary.markets.find(({ kind }) => kind === 'words')!
        expect(outcome).to.equal('YES')
        expect(people.map(({ vote }) => vote)).to.deep.equal(['YES', 'YES', 'NO'])
        expect(roundOf(id).rechecked.citations).to.deep.equal(['p', 'p', 'f'])
        const [reader, , inventor] = people
        expect(BigInt(reader!.paid) > BigInt(reader!.stake)).to.equal(true)
        expect(BigInt(inventor!.paid) < BigInt(inventor!.stake)).to.equal(true)
      })

      it('C2: keeps each round within the smallest quotas', () => {
        for (const { quota, gas } of summary.rounds) {
          expect(quota.http).to.be.within(2, 5)
          expect(quota.reads).to.be.within(1, 15)
          expect(quota.consensus).to.be.within(2, 20)
          expect(quota.reportBytes).to.be.within(100, 4_891)
          expect(quota.observationBytes).to.be.within(100, 25_000)
          expect(gas).to.be.within(100_000, 5_000_000)
        }
      })

      it('excludes the silent, the malformed and, where the source is asked, the wrong worker, each with its reason', () => {
        // Whom a gateway says nothing good of is asked by the DON itself, as far as its calls go: of 32 workers it asks one. The
        // other is left out without being blamed.
        const isTight = workers === 32
        const expected: Record<string, string[]> = {
          silent: isTight ? ['silent', 'omitted-unprobed'] : ['silent'],
          malformed: isTight ? ['malformed', 'gateway-altered'] : ['malformed'],
          liar: ['contradicted'],
        }
        const seen = new Set<string>()
        for (const { id, kind, workers: people } of summary.markets) {
          const wanted = people
            .filter(({ role }) => expected[role] !== undefined)
            // No source can be asked by the DON there, so a lie counts as a vote.
            .filter(({ role }) => role !== 'liar' || kind === 'price' || kind === 'locked')
          const { excluded } = roundOf(id)
          expect(excluded.map(({ agentId }) => agentId)).to.deep.equal(wanted.map(({ agentId }) => agentId))
          for (const [i, { reason }] of excluded.entries())
            expect(reason).to.be.oneOf(expected[wanted[i]!.role]!)
          // The lot may fall on one of them.
          for (const { role } of [...people, ...summary.markets.flatMap(({ undrawn }) => undrawn)])
            if (expected[role] !== undefined) seen.add(role)
        }
        expect([...seen]).to.have.members(Object.keys(expected))
      })

      it('asks as many workers as were wanted, and does every round and every proof again', () => {
        const most = Math.max(...summary.rounds.map((round) => round.workers))
        if (workers === 32) expect(most).to.equal(32)
        const inWords = summary.markets.find(({ kind }) => kind === 'words')!.id
        for (const { marketId, workers: n, rechecked, excluded } of summary.rounds) {
          expect(rechecked.leaves).to.equal(4 * n + 3)
          const answered = n - excluded.filter(({ reason }) => reason !== 'contradicted').length
          // What was made up comes without a proof.
          expect(rechecked.proofs).to.equal(marketId === inWords ? 2 : answered)
        }
      })

      it('A2: seats are drawn by lot where more agents join than there are, and who has none gets its stake back', () => {
        const seats = Math.max(...summary.rounds.map((round) => round.workers))
        for (const { id, kind, undrawn, workers: people } of summary.markets) {
          expect(undrawn, `market ${id}`).to.have.length(kind === 'price' ? 1 : 0)
          if (kind === 'price') expect(people).to.have.length(seats)
          for (const { agentId, stake, paid } of undrawn) {
            expect(paid).to.equal(stake)
            expect(people.map((one) => one.agentId)).not.to.include(agentId)
          }
        }
      })

      it('pays the treasury the fee of each answered market and what silence costs', () => {
        const { amount } = summary.money.credits.find(({ who }) => who === 'treasury')!
        const answered = summary.markets.filter(({ outcome }) => outcome !== 'INVALID').length
        // 3 % of a pool of 0.1 ETH each.
        const fees = BigInt(answered) * 3n * 10n ** 15n
        expect(BigInt(amount) > fees).to.equal(true)
      })

      it('pays out what came in, to the last wei', () => {
        const { paidIn, workers: paid, credits, left } = summary.money
        expect(sum([paid, ...credits.map(({ amount }) => amount)])).to.equal(BigInt(paidIn))
        expect(left).to.equal('0')
        const all = summary.markets.flatMap(({ workers: seated, undrawn }) => [...seated, ...undrawn])
        expect(sum(all.map((one) => one.paid))).to.equal(BigInt(paid))
      })

      if (isLeft) describe('--serve', () => leftRunning(() => demo))
    })
  }

  it('says what it takes, and refuses what it does not', async () => {
    const help = await run('--help')
    expect(help.code).to.equal(0)
    expect(help.stdout).to.contain('--workers').and.contain('--serve')
    for (const words of [['--workers', '4'], ['--workers', '33'], ['--seed', 'x'], ['--what']]) {
      const { code, stderr } = await run(...words)
      expect(code, words.join(' ')).to.equal(2)
      expect(stderr).to.not.equal('')
    }
  })
})

/** What is left running by `--serve` is there for commands, until it is interrupted. */
function leftRunning(demo: () => Demo): void {
  let [url, folder, gateway] = ['', '', '']
  before(() => {
    const said = demo().said()
    const found = (form: RegExp) => form.exec(said)?.[1] ?? expect.fail(said)
    url = found(/ {2}chain +(\S+)/)
    gateway = found(/ {2}gateway +(http\S+)/)
    folder = found(/--deployments (\S+)/)
  })

  const place = () => ['--rpc-url', url, '--deployments', folder, '--json']
  const cli = async (words: string, input = '') => {
    const { status, stdout, stderr } = await runHere([...words.split(' '), ...place()], { input })
    expect(status, stderr).to.equal(0)
    return JSON.parse(stdout.trim().split('\n').at(-1)!)
  }

  it('leaves the markets where anyone can look at them, and do their rounds again', async () => {
    const listed = await runAsPerson(['market', 'list', ...place()])
    expect(listed.status, listed.stderr).to.equal(0)
    expect(JSON.parse(listed.stdout).markets).to.have.length(5)
    const file = await (await fetch(`${gateway}/rounds/2/1`)).json()
    expect(file).to.include({ market_id: 2, round: 1 })
    const verified = await runAsPerson(['round', 'verify', '2', '--gateway', gateway, ...place()])
    expect(JSON.parse(verified.stdout), verified.stderr).to.include({ market_id: 2, round: 1 })
  })

  it('resolves a market of one’s own, from the log to the published round', async () => {
    const { market_id: id } = await cli('market create --deadline +1h --reward 0.01 --account 1', own)
    for (const i of [0, 1, 2]) await cli(`market join ${id} --agent ${i} --account ${10 + i}`)
    for (const [method, params] of [
      ['evm_increaseTime', [4_200]],
      ['evm_mine', []],
    ] as const)
      await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      })
    // The keeper may have been faster: then the contract takes no second request so soon.
    const asked = await runHere(['market', 'request', `${id}`, ...place()])
    if (asked.status !== 0) expect(asked.stderr).to.include('It is too early')
    const end = Date.now() + 120_000
    let status = ''
    while (status !== 'Resolved' && Date.now() < end) {
      await new Promise((resolve) => setTimeout(resolve, 250))
      status = (await cli(`market show ${id}`)).status
    }
    expect(status).to.equal('Resolved')
    // Agent 2 always lies, and the source says so.
    const { outcome, workers } = await cli(`market show ${id}`)
    expect(outcome).to.equal('YES')
    expect(workers[2].reason).to.equal('contradicted')
  })

  it('ends with 0 when it is interrupted, and leaves nothing behind', async () => {
    demo().child.kill('SIGINT')
    expect((await demo().ended).code).to.equal(0)
    expect(existsSync(folder)).to.equal(false)
    expect(await fetch(url).catch(() => 'nobody answers')).to.equal('nobody answers')
  })
}
