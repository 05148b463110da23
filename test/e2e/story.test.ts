import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { usualOf } from '../../local/sources/assets.ts'
import { makePrices } from '../../local/sources/makePrices.ts'
import { lockedText, marketChart } from '../../local/sources/replies.ts'
import { firstDay } from '../../local/startChain.ts'
import { Question, Rule, type Vote } from '../../protocol/index.ts'

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
    readonly rechecked: { readonly proofs: number; readonly leaves: number }
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

type Run = { readonly code: number | null; readonly stdout: string; readonly stderr: string }

/** The demo as a person runs it. */
function run(...args: string[]): Promise<Run> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
    let [stdout, stderr] = ['', '']
    child.stdout.on('data', (chunk) => (stdout += String(chunk)))
    child.stderr.on('data', (chunk) => (stderr += String(chunk)))
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, stdout, stderr }))
  })
}

/** What a market must end with, from its own question and the prices of the seed. */
function truthOf(seed: number, question: string): Vote.Outcome {
  const { rule } = Question.validate(question, { deadline })
  const prices = makePrices(seed, usualOf)
  const asset = rule.asset!
  if (rule.provider === 'http') return 'INVALID'
  const value =
    rule.provider === 'coingecko'
      ? marketChart(prices, asset, deadline, deadline + 3_900)!.observation!.value
      : lockedText(prices, asset, deadline)
  return Rule.evaluate(rule, value).met ? 'YES' : 'NO'
}

const sum = (amounts: readonly string[]): bigint => amounts.reduce((all, one) => all + BigInt(one), 0n)

const runs = [
  { seed: 1, workers: 7, args: [] },
  { seed: 11, workers: 5, args: ['--seed', '11', '--workers', '5'] },
  { seed: 4, workers: 32, args: ['--seed', '4', '--workers', '32'] },
] as const

describe('npm start', function () {
  this.timeout(600_000)
  const told = new Map<number, Summary>()

  for (const { seed, workers, args } of runs) {
    describe(`with ${workers} workers and the prices of seed ${seed}`, () => {
      let summary: Summary
      const roundOf = (id: number) => summary.rounds.find(({ marketId }) => marketId === id)!

      before(async () => {
        const { code, stdout, stderr } = await run('--json', ...args)
        expect(code, stderr).to.equal(0)
        summary = JSON.parse(stdout.trim().split('\n').at(-1)!)
        told.set(seed, summary)
      })

      it('says that everything was as it must be, and how long it took', () => {
        expect(summary.ok).to.equal(true)
        expect(summary.ms).to.be.greaterThan(0)
      })

      it('ends every market with what the prices of the seed say, YES, NO and INVALID among them', () => {
        for (const { question, outcome, status } of summary.markets) {
          expect(outcome, question).to.equal(truthOf(seed, question))
          expect(status).to.equal(outcome === 'INVALID' ? 'Invalid' : 'Finalized')
        }
        const honest = summary.markets.filter(({ kind }) => kind !== 'lie').map(({ outcome }) => outcome)
        expect(honest).to.have.members(['YES', 'NO', 'INVALID'])
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
          for (const { role } of people) if (expected[role] !== undefined) seen.add(role)
        }
        expect([...seen]).to.have.members(Object.keys(expected))
      })

      it('asks as many workers as were wanted, and does every round and every proof again', () => {
        const most = Math.max(...summary.rounds.map((round) => round.workers))
        if (workers === 32) expect(most).to.equal(32)
        for (const { workers: n, rechecked, excluded } of summary.rounds) {
          expect(rechecked.leaves).to.equal(4 * n + 3)
          const answered = n - excluded.filter(({ reason }) => reason !== 'contradicted').length
          expect(rechecked.proofs).to.equal(answered)
        }
      })

      it('pays out what came in, to the last wei', () => {
        const { paidIn, workers: paid, credits, left } = summary.money
        expect(sum([paid, ...credits.map(({ amount }) => amount)])).to.equal(BigInt(paidIn))
        expect(left).to.equal('0')
        expect(sum(summary.markets.flatMap(({ workers: all }) => all.map((one) => one.paid)))).to.equal(
          BigInt(paid),
        )
      })
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

  describe('told of several seeds', () => {
    it('has other questions and other prices each time', () => {
      const questions = [...told.values()].map(({ markets }) =>
        markets.map(({ question }) => question).join(),
      )
      expect(questions).to.have.length(runs.length)
      expect(new Set(questions).size).to.equal(runs.length)
    })
  })
})
