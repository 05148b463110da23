import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { schema as marketBook } from '../adapters/moltbook/MarketBook.ts'
import { attestedClaim } from '../adapters/participant/attested/Attestation.ts'
import * as Result from '../adapters/participant/Result.ts'
import * as Task from '../adapters/participant/Task.ts'
import {
  Evidence,
  Finding,
  Proof,
  RoundFile,
  Spec,
  Trace,
  Verdict,
  Verification,
  Wire,
} from '../protocol/index.ts'

/** The models of the protocol by the names their readers know. */
export const models: Readonly<Record<string, z.ZodType>> = {
  MarketSpec: Spec.marketSpec,
  PromptSpec: Spec.promptSpec,
  ToolPlan: Spec.toolPlan,
  EvidenceItem: Evidence.item,
  EvidenceBundle: Evidence.bundle,
  ReasoningStep: Trace.step,
  ReasoningTrace: Trace.schema,
  LogicReport: Trace.logicReport,
  DeterministicVerdict: Verdict.schema,
  PoRBundle: Proof.porBundle,
  Proof: Proof.schema,
  Branch: Proof.branchSchema,
  VerificationResult: Verification.result,
  ChallengeBundle: Verification.challengeBundle,
  ResolutionPayload: Verification.resolutionPayload,
  RoundFile: RoundFile.schema,
  RoundBatch: RoundFile.batch,
  RoundResult: Finding.roundResult,
  ResolveRequest: Wire.resolveRequest,
  ResolveReply: Wire.resolveReply,
  ChallengeRequest: Wire.challengeRequest,
  ChallengeReply: Wire.challengeReply,
  /** markets.json of the AAP adapter. */
  MarketBook: marketBook,
  MineClaimTask: z.union([Task.mineClaimTask, Task.namedMineClaimTask]),
  MineClaimResult: Result.mineClaimResult,
  VerifyTask: Task.verifyTask,
  VerifyResult: Result.verifyResult,
  AttestedClaim: attestedClaim,
}

const folder = new URL('../docs/schemas/', import.meta.url)
const fileOf = (name: string): URL => new URL(`${name}.json`, folder)

export const spell = (name: string): string =>
  `${JSON.stringify({ title: name, ...z.toJSONSchema(models[name]!, { io: 'input' }) }, null, 2)}\n`

/** Names of the models whose published schema is not the one in the code. */
export function outdated(): string[] {
  return Object.keys(models).filter((name) => {
    try {
      return readFileSync(fileOf(name), 'utf8') !== spell(name)
    } catch {
      return true
    }
  })
}

if (import.meta.main) {
  mkdirSync(folder, { recursive: true })
  const names = outdated()
  for (const name of names) writeFileSync(fileOf(name), spell(name))
  process.stdout.write(`${names.length} of ${Object.keys(models).length} schemas written to docs/schemas\n`)
}
