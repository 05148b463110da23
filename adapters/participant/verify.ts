import { fail, type Judgement } from './Judgement.ts'
import type { Ports } from './Ports.ts'
import type { VerifyResult } from './Result.ts'
import { isInScope } from './scope.ts'
import type { VerifyTask } from './Task.ts'
import { verifyClaim } from './verifyClaim.ts'
import { verifyIntent } from './verifyIntent.ts'

/** How long an attestation may be used, in seconds. */
export const lifetime = 900

/** Judges a claim or an intent of somebody else; the scope comes first, and decides alone. */
export async function verify(task: VerifyTask, ports: Ports): Promise<VerifyResult> {
  const { taskType, fundId, roomId, epochId, subjectType, subjectHash, subjectPayload } = task
  const about = { taskType, fundId, roomId, epochId, subjectType, subjectHash }
  if (!isInScope(task, subjectPayload)) {
    const { detail, confidence } = fail(
      'SCOPE_MISMATCH',
      'The subject belongs to another fund, room or epoch.',
    )
    return {
      status: 'REJECTED',
      ...about,
      verdict: 'FAIL',
      reason: 'SCOPE_MISMATCH',
      detail,
      confidence,
      assumptions: [],
    }
  }
  const judgement =
    subjectType === 'CLAIM'
      ? await verifyClaim(subjectPayload, subjectHash, task.validationPolicy, ports)
      : await verifyIntent(task, ports)
  return { status: 'OK', ...about, ...judgement, ...draftFor(judgement, ports) } as VerifyResult
}

/** Signing is approval, so whatever does not pass is given nothing to sign. */
function draftFor({ verdict }: Judgement, ports: Ports): object {
  if (verdict !== 'PASS') return {}
  return {
    attestationDraft: { validator: ports.self, expiresAt: ports.now() + lifetime, nonce: ports.nonce() },
  }
}
