import { Claim } from '../../protocol/index.ts'

/** Whether a subject says that it belongs where the task does. One that says nothing does not. */
export function isInScope(task: Claim.Scope, payload: unknown): boolean {
  const { fundId, roomId, epochId } = payload as Partial<Record<keyof Claim.Scope, unknown>>
  return (
    typeof fundId === 'string' &&
    Claim.fundHash(fundId) === Claim.fundHash(task.fundId) &&
    roomId === task.roomId &&
    epochId === task.epochId
  )
}
