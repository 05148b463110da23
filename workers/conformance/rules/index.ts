import type { ConformanceRule } from '../ConformanceRule.ts'
import { answer } from './answer.ts'
import { attestation } from './attestation.ts'
import { auto } from './auto.ts'
import { challenge } from './challenge.ts'
import { discovery } from './discovery.ts'
import { proof } from './proof.ts'
import { requests } from './requests.ts'
import { robustness } from './robustness.ts'
import { challengeTransport, resolveTransport } from './transport.ts'

/** All rules, in the order in which they are tried: what a rule needs comes before it, and what could harm comes last. */
export const rules: readonly ConformanceRule[] = [
  ...resolveTransport,
  ...answer,
  ...auto,
  ...requests,
  ...challengeTransport,
  ...challenge,
  ...attestation,
  ...proof,
  ...discovery,
  ...robustness,
]
