import { Finding, Json } from '../../../protocol/index.ts'
import { type Case, type Found, found } from './Case.ts'

/** Where a file says other than the chain: then it is not this round's file, whatever else it holds. */
export function chainFaults(about: Case): Found[] {
  const { file, facts } = about
  if (facts === null) return []
  const { round, reported, standing } = facts
  const expected: [string, unknown, unknown][] = [
    ['chain_id', file.chain_id, round.chainId],
    ['market', file.market, round.market.toLowerCase()],
    ['market_id', file.market_id, round.marketId],
    ['round', file.round, round.round],
    ['question', file.question, round.question],
    ['created_at', file.created_at, round.createdAt],
    ['deadline', file.deadline, round.deadline],
    ['cohort_start', file.cohort_start, facts.cohortStart],
    ['min_margin_bps', file.min_margin_bps, facts.minMarginBps],
    ['report/outcome', file.report.outcome, reported?.outcome ?? null],
    ['report/round_root', file.report.round_root, reported?.roundRoot ?? null],
    ['report/records_and_docket', file.report.records_and_docket, reported?.recordsAndDocket ?? null],
  ]
  if (facts.quorum !== null) expected.push(['quorum', file.quorum, facts.quorum])
  if (standing !== null) {
    for (const name of ['yes', 'no', 'invalid'] as const)
      expected.push([`standing/${name}`, file.standing[name], String(standing[name])])
  }
  const count = Math.max(file.workers.length, round.workers.length)
  for (let i = 0; i < count; i++) {
    const worker = round.workers[i]
    const known =
      worker === undefined
        ? null
        : {
            agent_id: worker.agentId,
            signer: worker.signer.toLowerCase(),
            factor_bps: worker.factorBps,
          }
    expected.push([`workers/${i}`, file.workers[i] ?? null, known])
  }
  return expected.flatMap(([field, said, known]) => {
    if (Json.canonical(said) === Json.canonical(known)) return []
    const message = `The chain has ${spell(known)}.`
    return [found(about, [Finding.nowhere, 'CHAIN_MISMATCH', `/${field}`, message], { remedy: 'none' })]
  })
}

const spell = (value: unknown): string => {
  const text = Json.canonical(value)
  return text.length <= 200 ? text : `${text.slice(0, 200)}…`
}
