import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { network } from 'hardhat'
import { deployCrowd, requestedCrowd } from '../../local/ledger/crowd.ts'
import { ruleAt } from '../../local/ledger/docket.ts'
import {
  autoQuestion,
  defaultParameters,
  deliver,
  deliverBytes,
  deploySystem,
  deployVariant,
  Outcome,
  refusal,
  reportOf,
  requested,
  type System,
} from '../../local/ledger/market.ts'
import { Address, Bytes, Docket, Report, Score, Tally, Transcript, Vote } from '../../protocol/index.ts'
import { at, expectRefused, patched, toHex, word } from '../helpers/report.ts'

const connection = await network.create()
const { networkHelpers } = connection
const { loadFixture, time } = networkHelpers
const { quorumGrace } = defaultParameters

/** A market of three workers that waits for its first report, with all that the source will ever say there. */
async function fixture() {
  const system = await deploySystem(connection)
  const asked = await requested(system, 3, { question: autoQuestion })
  await time.increaseTo(ruleAt(asked.deadline).readyAt)
  return { system, market: system.market, ...asked }
}

async function crowded() {
  const base = await deploySystem(connection)
  const system = await deployVariant(base, { parameters: { minWorkers: 1 } })
  return { system, crowd: await deployCrowd(system) }
}

const allYes = ['YES', 'YES', 'YES'] as const

/** The vectors are of another time: their window becomes the market's, and what lies outside of it stays outside. */
function fitted({ rule, checks }: Docket.Docket, deadline: number): Docket.Docket {
  const here = { ...rule, ...pick(ruleAt(deadline)) }
  const moved = checks.map((check) => {
    if (check.observedAt < rule.from || check.observedAt > rule.to) return check
    return { ...check, observedAt: Math.min(deadline + check.observedAt - rule.from, here.to) }
  })
  return { rule: here, checks: moved }
}
const pick = ({ from, to, readyAt }: Docket.Rule) => ({ from, to, readyAt })

type Vectors = { cases: { name: string; fn: string; input: unknown; output: unknown }[] }
const vectors: Vectors = JSON.parse(readFileSync(new URL('../vectors/report.json', import.meta.url), 'utf8'))
const casesOf = (fn: string) => vectors.cases.filter((each) => each.fn === fn)

describe('onReport and the shared vectors', () => {
  type Spelled = {
    rule: Omit<Docket.Rule, 'target'> & { target: string }
    check: Omit<Docket.Check, 'value'> & { value: string }
    vote: Vote.Outcome
  }
  const good = { name: 'CheckFails', args: [0n] }

  it('S2-73: a counted check is refused exactly where protocol/Docket.ts finds a fault, at each seat', async () => {
    const { system, marketId, deadline } = await loadFixture(fixture)
    const faults = casesOf('fault')
    expect(faults.length > 9).to.equal(true)
    for (const { name, input, output } of faults) {
      const spelled = input as Spelled
      const given = { ...spelled.rule, target: BigInt(spelled.rule.target) }
      const seen = { ...spelled.check, value: BigInt(spelled.check.value) }
      const { vote } = spelled
      expect(Docket.fault(given, seen, vote), name).to.equal(output)
      const docket = fitted({ rule: given, checks: [seen, seen, seen] }, deadline)
      const { rule } = docket
      const [check] = docket.checks as [Docket.Check]
      const report = await reportOf(system, marketId, [vote, vote, vote], vote, { docket })
      expect(await refusal(system, toHex(report)), name).to.deep.equal(output === null ? null : good)
      if (output !== null) await expectRefused(system, toHex(report), 'CheckFails', [0n])
      // Alone among good ones, in the last seat; and not counted there, it does not matter.
      const fine = { ...rule, op: 5, target: 5n }
      const others = { ...check, observedAt: deadline, value: 5n, tier: 0, result: 'YES' } as const
      const last = { ...others, value: 6n }
      const mixed = { rule: fine, checks: [others, others, last] }
      const counted = await reportOf(system, marketId, allYes, 'YES', { docket: mixed })
      expect(await refusal(system, toHex(counted)), name).to.deep.equal({ name: 'CheckFails', args: [2n] })
      const uncounted = await reportOf(system, marketId, ['YES', 'YES', 'false-check'], 'YES', {
        docket: mixed,
      })
      expect(await refusal(system, toHex(uncounted)), name).to.equal(null)
    }
  })

  it('every comparison holds as in protocol/Docket.ts, and an unknown one refuses the report', async () => {
    const { system, marketId, deadline } = await loadFixture(fixture)
    for (const { name, input, output } of casesOf('holds')) {
      const spelled = input as { op: number; value: string; target: string }
      const [value, target] = [BigInt(spelled.value), BigInt(spelled.target)]
      const rule: Docket.Rule = { ...ruleAt(deadline, { target, maxTier: 2 }), op: spelled.op }
      for (const vote of ['YES', 'NO'] as const) {
        const check: Docket.Check = {
          ...Docket.noCheck,
          observedAt: deadline + 2,
          value,
          tier: 2,
          result: vote,
        }
        const docket = { rule, checks: [check, check, check] }
        const report = await reportOf(system, marketId, [vote, vote, vote], vote, { docket })
        const isUnknown = typeof output === 'object'
        const isTaken = (vote === 'YES') === output
        const expected = isUnknown ? { name: 'MalformedReport', args: [] } : isTaken ? null : good
        expect(await refusal(system, toHex(report)), `${name}, ${vote}`).to.deep.equal(expected)
      }
    }
  })

  it('an Invalid vote needs no sample, but its check must say so', async () => {
    const { system, market, marketId, deadline } = await loadFixture(fixture)
    const rule = ruleAt(deadline, { target: 1n, maxTier: 0 })
    const none: Docket.Check = { ...Docket.noCheck, result: 'INVALID', tier: 3 }
    const sayings = ['INVALID', 'INVALID', 'INVALID'] as const
    const bad = { rule, checks: [none, Docket.noCheck, none] }
    const refused = await reportOf(system, marketId, sayings, 'INVALID', { docket: bad })
    await expectRefused(system, toHex(refused), 'CheckFails', [1n])
    const docket = { rule, checks: [none, none, none] }
    await deliver(system, await reportOf(system, marketId, sayings, 'INVALID', { docket }))
    expect(await market.outcomeOf(marketId)).to.equal(Outcome.Invalid)
  })

  /** What the contract makes of a report that is well formed: the first thing that is wrong with it. */
  function expectedOf(report: Report.Report) {
    for (const [i, { vote }] of report.records.entries()) {
      if (vote.outcome === null || report.docket === null) continue
      if (Docket.fault(report.docket.rule, report.docket.checks[i]!, vote.outcome) !== null)
        return { name: 'CheckFails', args: [BigInt(i)] }
    }
    const ballots = report.records.map(({ vote, resQuality, srcQuality, analysisDepth }) => {
      const scores = { res_quality: resQuality, src_quality: srcQuality, analysis_depth: analysisDepth }
      return { vote, weight: vote.outcome === null ? 0n : BigInt(Score.weight(scores, vote.outcome)) }
    })
    const { outcome } = Tally.count(ballots)
    if (outcome === report.outcome) return null
    const args = [report.outcome, outcome].map((each) => BigInt(Vote.code(each)))
    return { name: 'OutcomeMismatch', args }
  }

  // The vectors are of another time, chain and market.
  async function moved(system: System, payload: Bytes.Hex, deadline: number): Promise<Report.Report> {
    const report = Report.decode(Bytes.fromHex(payload))
    return {
      ...report,
      chainId: 31_337,
      market: Address.of(system.address),
      marketId: 1n,
      round: 1,
      expiresAt: (await time.latest()) + 60,
      leafCount: Transcript.leafCount(report.records.length),
      docket: report.docket === null ? null : fitted(report.docket, deadline),
    }
  }

  /** The same for bytes that nothing can be read from, where they are long enough to have a header. */
  async function movedBytes(system: System, payload: string): Promise<string> {
    if (payload.length < 2 + 2 * at.records) return payload
    const fields: [number, string][] = [
      [at.chainId, word(31_337, 8)],
      [at.market, system.address.slice(2)],
      [at.marketId, word(1, 32)],
      [at.round, word(1, 4)],
      [at.expiresAt, word((await time.latest()) + 60, 8)],
    ]
    return fields.reduce((bytes, [place, value]) => patched(bytes, place, value), payload)
  }

  it('C10: every decode case: what protocol/Report.ts reads is judged by its content, the rest is refused', async () => {
    const results = new Map<string, string | null>()
    for (const { name, input, output } of casesOf('decode')) {
      const payload = input as Bytes.Hex
      const isReadable = !(output as { throws?: string }).throws
      const n = isReadable ? Report.decode(Bytes.fromHex(payload)).records.length : 1
      const { system, crowd } = await loadFixture(crowded)
      const { deadline } = await requestedCrowd(system, crowd, n)
      await time.increaseTo(ruleAt(deadline).readyAt + quorumGrace)
      const report = isReadable ? await moved(system, payload, deadline) : null
      const sent = report === null ? await movedBytes(system, payload) : toHex(report)
      const refused = await refusal(system, sent)
      if (report !== null) expect(refused, name).to.deep.equal(expectedOf(report))
      else expect(refused?.name, name).to.match(/^Malformed(Report|Record)$/)
      const { isProcessed } = await deliverBytes(system, sent, { expectRefusal: true })
      expect(isProcessed, name).to.equal(refused === null)
      results.set(name, refused?.name ?? null)
    }
    // Not all may fail for one reason: some are taken.
    expect(
      [...results.values()].filter((error) => error === null).length >= 4,
      JSON.stringify([...results]),
    ).to.equal(true)
  })
})
