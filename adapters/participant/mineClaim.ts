import { confidenceOf } from './confidence.ts'
import { staleness, timeOfReply } from './freshness.ts'
import type { Ports } from './Ports.ts'
import { TaskError } from './Reason.ts'
import type { MineClaimResult } from './Result.ts'
import { retrieve } from './retrieve.ts'
import { type ClaimPayload, claimHash, tokenOf, uriOf } from './Subject.ts'
import { faultOf } from './specs/Specs.ts'
import type { MineClaimTask } from './Task.ts'

/** Reads a value from a source, keeps the bytes it was read from, and claims it. */
export async function mineClaim(task: MineClaimTask, ports: Ports): Promise<MineClaimResult> {
  const { taskType, fundId, roomId, epochId, sourceSpec, tokenContext } = task
  const fault = faultOf(sourceSpec, ports.specs)
  if (fault !== null) throw new TaskError('SPEC_MISMATCH', fault)
  const { retrieval, extracted } = await retrieve(sourceSpec, ports)
  const timestamp = extracted.time ?? timeOfReply(retrieval)
  checkFreshness(timestamp, ports.now(), sourceSpec.freshnessSeconds)
  await ports.archive.put(retrieval)
  const { responseHash } = retrieval
  const observation = {
    sourceSpecId: sourceSpec.sourceSpecId,
    token: tokenOf(tokenContext),
    timestamp,
    extracted: extracted.value,
    responseHash,
    evidenceURI: uriOf(responseHash),
    crawler: ports.self,
  }
  const claim: ClaimPayload = { fundId, roomId, epochId, sourceSpec, observation }
  return {
    status: 'OK',
    taskType,
    fundId,
    roomId,
    epochId,
    observation,
    claim,
    claimHash: claimHash(claim),
    confidence: confidenceOf({ tier: 3, reproductions: 0 }),
    assumptions: assumptionsOf(task, extracted.time !== null),
  }
}

function checkFreshness(timestamp: number, now: number, maxAge: number): void {
  const fault = staleness(timestamp, now, maxAge)
  if (fault === null) return
  const what =
    fault === 'STALE_DATA'
      ? `The data is ${now - timestamp} seconds old, and ${maxAge} are allowed.`
      : `The data is of ${timestamp - now} seconds from now.`
  throw new TaskError(fault, what)
}

function assumptionsOf({ sourceSpec }: MineClaimTask, hasOwnTime: boolean): string[] {
  const { type, recipe } = sourceSpec.extractor
  const isMoving =
    type === 'rpc' || (type === 'abi' && typeof recipe.block === 'string' && !recipe.block.startsWith('0x'))
  return [
    'The source was asked once, and nothing but the connection to it vouches for its reply.',
    hasOwnTime
      ? 'The time is the one that the reply gives.'
      : 'The time is the one at which the reply was made.',
    ...(isMoving
      ? ['The chain was read at a block that moves on, so that reading it again may give another value.']
      : []),
  ]
}
