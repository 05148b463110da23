import { Claim, Schema } from '../../protocol/index.ts'
import { fail, type Judgement, needMore } from './Judgement.ts'
import type { Ports } from './Ports.ts'
import { claimHash, type IntentPayload, intentHash, intent as intentSchema } from './Subject.ts'
import { isInScope } from './scope.ts'
import type { VerifyTask } from './Task.ts'
import { verifyClaim } from './verifyClaim.ts'

/** Whether an intent can be carried out as it says, and rests on claims that hold. Whether it is wise is nobody's to say here. */
export async function verifyIntent(task: VerifyTask, ports: Ports): Promise<Judgement> {
  const { subjectPayload, subjectHash, validationPolicy } = task
  const missing = missingParts(subjectPayload)
  if (missing !== null) return missing
  let payload: IntentPayload
  try {
    payload = Schema.read(intentSchema, subjectPayload)
  } catch (error) {
    return fail('MALFORMED_SUBJECT', (error as Error).message.slice(0, 512))
  }
  if (intentHash(payload) !== subjectHash)
    return fail('HASH_MISMATCH', 'The subject does not have the given hash.')
  return (
    checkConstraints(payload, ports.now()) ??
    checkSnapshot(task, payload) ??
    everyClaim(payload, validationPolicy, ports)
  )
}

/** An intent carries no evidence of its own: it names the claims that do. */
function missingParts(payload: VerifyTask['subjectPayload']): Judgement | null {
  const { intent, claims } = payload as { intent?: { snapshotHash?: unknown } | null; claims?: unknown }
  const { snapshotHash } = intent ?? {}
  if (snapshotHash === undefined || snapshotHash === null || snapshotHash === '')
    return needMore('MISSING_EVIDENCE', 'The intent names no snapshot of claims.')
  if (!Array.isArray(claims) || claims.length === 0)
    return needMore('MISSING_EVIDENCE', 'The claims of the snapshot are not given.')
  // Which of them lacks what is said before the schema refuses it.
  for (const claim of claims.slice(0, 64)) {
    const { observation } = (claim ?? {}) as { observation?: Record<string, unknown> | null }
    for (const field of ['evidenceURI', 'responseHash'])
      if ((observation?.[field] ?? '') === '')
        return needMore('MISSING_EVIDENCE', `A claim of the snapshot has no ${field}.`)
  }
  return null
}

function checkConstraints({ intent }: IntentPayload, now: number): Judgement | null {
  const { deadline, amountIn, minAmountOut, tokenIn, tokenOut, maxSlippageBps } = intent
  if (deadline <= now) return fail('EXPIRED_INTENT', 'The deadline of the intent has passed.')
  const violated = (what: string) => fail('CONSTRAINT_VIOLATED', what)
  if (BigInt(amountIn) === 0n) return violated('Nothing is given: amountIn is zero.')
  if (BigInt(minAmountOut) === 0n) return violated('Anything would be taken in return: minAmountOut is zero.')
  if (tokenIn === tokenOut) return violated('A token is exchanged for itself.')
  if (maxSlippageBps > 10_000) return violated('More than everything may slip: maxSlippageBps is over 10000.')
  return null
}

function checkSnapshot(task: VerifyTask, { claims, intent }: IntentPayload): Judgement | null {
  if (!claims.every((claim) => isInScope(task, claim)))
    return fail('SNAPSHOT_MISMATCH', 'A claim of the snapshot belongs to another fund, room or epoch.')
  try {
    if (Claim.snapshotHash(task.epochId, claims.map(claimHash)) === intent.snapshotHash) return null
  } catch {
    // Claims out of order have no snapshot.
  }
  return fail(
    'SNAPSHOT_MISMATCH',
    'The claims, in ascending order of their hashes, do not have the hash of the snapshot.',
  )
}

/** The intent is as good as the worst of its claims. */
async function everyClaim(
  { claims }: IntentPayload,
  policy: VerifyTask['validationPolicy'],
  ports: Ports,
): Promise<Judgement> {
  let worst: Judgement | undefined
  for (const claim of claims) {
    const judgement = await verifyClaim(claim, claimHash(claim), policy, ports)
    if (worst === undefined || rank(judgement) > rank(worst)) worst = judgement
  }
  return worst!
}

const rank = ({ verdict, reason }: Judgement): number =>
  verdict === 'FAIL' ? 3 : verdict === 'NEED_MORE_EVIDENCE' ? 2 : reason === 'VERIFIED_FROM_ARCHIVE' ? 1 : 0
