import * as Archive from '../../../adapters/participant/Archive.ts'
import type { Ports } from '../../../adapters/participant/Ports.ts'
import type { MineClaimResult, Result, VerifyResult } from '../../../adapters/participant/Result.ts'
import { runTask } from '../../../adapters/participant/runTask.ts'
import { Address, type Bytes } from '../../../protocol/index.ts'
import { live } from '../../../services/fetch/live.ts'

export const market: Bytes.Hex = `0x${'ab'.repeat(20)}`
export const fundId = `eip155:31337:${market}`
export const scope = { fundId, roomId: '7', epochId: 1 }
export const self = Address.of(`0x${'cd'.repeat(20)}`)

/** A transport as in production, but for this machine, and impatient. */
export const asking = live({ allowLoopback: true, attempts: 1, timeoutMs: 2_000 })

export function portsOf(changes: Partial<Ports> = {}): Ports {
  let nonce = 0
  return {
    now: () => Math.floor(Date.now() / 1_000),
    nonce: () => ++nonce,
    fetch: asking,
    archive: Archive.inMemory(),
    self,
    ...changes,
  }
}

export const jsonPrice = { type: 'jsonpath', recipe: '$.price' }

export const miningTask = (sourceRef: string, extractor: unknown = jsonPrice, changes: object = {}) => ({
  taskType: 'mine_claim',
  ...scope,
  sourceSpec: { sourceSpecId: 'test-price', sourceRef, extractor, freshnessSeconds: 300 },
  tokenContext: { symbol: 'BTC', address: `0x${'00'.repeat(20)}` },
  ...changes,
})

export type Mined = Extract<MineClaimResult, { status: 'OK' }>
export type Verified = Extract<VerifyResult, { verdict: string }>

export async function mine(sourceRef: string, ports: Ports, extractor: unknown = jsonPrice): Promise<Mined> {
  const result = await runTask(miningTask(sourceRef, extractor), ports)
  if (result.status !== 'OK') throw new Error(`Nothing was mined: ${JSON.stringify(result)}`)
  return result as Mined
}

export const verificationTask = (
  { claim, claimHash }: Pick<Mined, 'claim' | 'claimHash'>,
  changes: object = {},
) => ({
  taskType: 'verify_claim_or_intent_validity',
  ...scope,
  subjectType: 'CLAIM',
  subjectHash: claimHash,
  subjectPayload: claim,
  validationPolicy: { reproducible: true, maxDataAgeSeconds: 600 },
  ...changes,
})

export const verify = async (
  mined: Pick<Mined, 'claim' | 'claimHash'>,
  ports: Ports,
  changes: object = {},
): Promise<Verified> => (await runTask(verificationTask(mined, changes), ports)) as Verified

/** The verdict and the reason, or the status and the reason where there is none. */
export const gist = (result: Result): string =>
  `${result.status} ${'verdict' in result ? result.verdict : '-'} ${'reason' in result ? result.reason : '-'}`
