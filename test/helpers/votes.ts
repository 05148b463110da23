import { Decimal, type Report } from '../../protocol/index.ts'

/** A report as `cresolver report sign` takes it. */
export const votesOf = ({ marketId, outcome, records, docket, roundRoot }: Report.Report) => ({
  market_id: Number(marketId),
  outcome,
  votes: records.map(({ vote, resQuality, srcQuality, analysisDepth }) =>
    vote.outcome === null
      ? { reason: vote.reason }
      : {
          outcome: vote.outcome,
          res_quality: resQuality,
          src_quality: srcQuality,
          analysis_depth: analysisDepth,
        },
  ),
  docket: {
    checks: docket!.checks.map(({ observedAt, value, tier, result, porRoot }) =>
      result === null
        ? null
        : { observed_at: observedAt, value: Decimal.fromFixed18(value), tier, result, por_root: porRoot },
    ),
  },
  round_root: roundRoot,
})
