import { Bytes, Docket, Finding, Json, Transcript, type Wire } from '../../../protocol/index.ts'
import { type Case, type Found, found } from './Case.ts'

/** Where a report is not what chain and signed replies give. A contract can't know: such findings are for an appeal. */

export function votes(about: Case): Found[] {
  const { file, report, rebuilt } = about
  return file.answers.flatMap((_, i) => {
    const [reported, expected] = [report.records[i]!.vote, rebuilt.report.records[i]!.vote]
    const at = Finding.transcriptLeaf(Transcript.leafIndex(i, 'scores'))
    const differs = Json.canonical(reported) !== Json.canonical(expected)
    const message = `Reported ${reported.outcome ?? reported.reason}, but the reply gives ${expected.outcome ?? expected.reason}.`
    return [
      ...(differs ? [found(about, [at, 'VOTE_MISMATCH', `/answers/${i}`, message], { worker: i })] : []),
      ...attestationFaults(about, i),
    ]
  })
}

/** Who signed, and what was answered, as the replies themselves say it. Neither is hashed, so both could be made up. */
function attestationFaults(about: Case, i: number): Found[] {
  const { file, rebuilt } = about
  const { admissions, entries, terms } = rebuilt
  const at = file.defences.findIndex(({ index }) => index === i)
  const { defence } = entries[i]!
  return [
    ...(admissions[i]!.answer === null
      ? []
      : envelopeFaults(about, i, `/answers/${i}`, file.answers[i]!.reply, terms.requestHash)),
    ...(at < 0 || defence === null || defence.signature === null
      ? []
      : envelopeFaults(about, i, `/defences/${at}`, file.defences[at]!.reply, defence.requestHash)),
  ]
}

function envelopeFaults(about: Case, i: number, where: string, reply: unknown, asked: string): Found[] {
  const { attestation } = reply as { attestation?: Wire.Attestation }
  if (attestation === undefined) return []
  const { signer } = about.file.workers[i]!
  const path = `${where}/reply/attestation`
  const more = { worker: i, remedy: 'none' } as const
  const findings: Found[] = []
  if (attestation.signer.toLowerCase() !== signer) {
    const message = `It names ${attestation.signer}, but ${signer} signed.`
    findings.push(found(about, [Finding.nowhere, 'BAD_SIGNATURE', `${path}/signer`, message], more))
  }
  if (attestation.request_hash !== undefined && attestation.request_hash !== asked) {
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
