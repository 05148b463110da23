import { Bytes, Docket, Finding, Json, Transcript } from '../../protocol/index.ts'
import { type Case, type Found, found } from './sentinelCase.ts'

/** Where a report is not what chain and signed replies give. A contract can't know: such findings are for an appeal. */

export function votes(about: Case): Found[] {
  const { file, report, rebuilt } = about
  return file.answers.flatMap((item, i) => {
    const [reported, expected] = [report.records[i]!.vote, rebuilt.report.records[i]!.vote]
    const at = Finding.transcriptLeaf(Transcript.leafIndex(i, 'scores'))
    const differs = Json.canonical(reported) !== Json.canonical(expected)
    const message = `Reported ${reported.outcome ?? reported.reason}, but the reply gives ${expected.outcome ?? expected.reason}.`
    return [
      ...(differs ? [found(about, [at, 'VOTE_MISMATCH', `/answers/${i}`, message], { worker: i })] : []),
      ...attestationFaults(about, i, item.reply),
    ]
  })
}

/** Who signed, and what was answered, as the reply itself says it. Neither is hashed, so both could be made up. */
function attestationFaults(about: Case, i: number, reply: unknown): Found[] {
  const { file, rebuilt } = about
  const answer = rebuilt.admissions[i]!.answer
  const attestation = answer?.reply.attestation
  if (attestation === undefined || reply === null) return []
  const path = `/answers/${i}/reply/attestation`
  const more = { worker: i, remedy: 'none' } as const
  const findings: Found[] = []
  if (attestation.signer.toLowerCase() !== file.workers[i]!.signer) {
    const message = `It names ${attestation.signer}, but ${file.workers[i]!.signer} signed.`
    findings.push(found(about, [Finding.nowhere, 'BAD_SIGNATURE', `${path}/signer`, message], more))
  }
  const { request_hash } = attestation
  if (request_hash !== undefined && request_hash !== rebuilt.terms.requestHash) {
    const message = 'It names another request than the one that was signed.'
    findings.push(found(about, [Finding.nowhere, 'BAD_SIGNATURE', `${path}/request_hash`, message], more))
  }
  return findings
}

export function rule(about: Case): Found[] {
  const [reported, expected] = [about.report.docket, about.rebuilt.report.docket]
  const pack = (docket: Docket.Docket | null) =>
    docket === null ? 'none' : Bytes.toHex(Docket.packRule(docket.rule))
  if (pack(reported) === pack(expected)) return []
  const message = 'The reported rule is not that of the question.'
  return [found(about, [Finding.transcriptLeaf(1), 'RULE_MISMATCH', '/report/records_and_docket', message])]
}

export function checks(about: Case): Found[] {
  const { report, rebuilt, file } = about
  if (report.docket === null || rebuilt.report.docket === null) return []
  const [reported, expected] = [report.docket.checks, rebuilt.report.docket.checks]
  return file.workers.flatMap((_, i) => {
    if (Bytes.equal(Docket.packCheck(reported[i]!), Docket.packCheck(expected[i]!))) return []
    const at = Finding.transcriptLeaf(Transcript.leafIndex(i, 'check'))
    const message = 'The reported check is not the one that the worker signed.'
    return [found(about, [at, 'CHECK_MISMATCH', '/report/records_and_docket', message], { worker: i })]
  })
}

export function scores(about: Case): Found[] {
  const { report, rebuilt, file } = about
  return file.workers.flatMap((_, i) => {
    const [reported, expected] = [report.records[i]!, rebuilt.report.records[i]!].map(
      ({ resQuality, srcQuality, analysisDepth }) => `${resQuality}/${srcQuality}/${analysisDepth}`,
    )
    if (reported === expected) return []
    const at = Finding.transcriptLeaf(Transcript.leafIndex(i, 'scores'))
    const message = `Reported ${reported}, but scoring again gives ${expected}.`
    return [found(about, [at, 'SCORE_MISMATCH', '/report/records_and_docket', message], { worker: i })]
  })
}

export function tally(about: Case): Found[] {
  const [reported, expected] = [about.report.outcome, about.rebuilt.tally.outcome]
  if (reported === expected) return []
  const at = Finding.transcriptLeaf(Transcript.leafCount(about.file.workers.length) - 1)
  const message = `Reported ${reported ?? 'no quorum'}, but the votes give ${expected ?? 'no quorum'}.`
  return [found(about, [at, 'TALLY_MISMATCH', '/report/outcome', message])]
}
