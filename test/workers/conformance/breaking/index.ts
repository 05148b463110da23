import { asking, autos, fields } from './answers.ts'
import type { Breaking } from './Breaking.ts'
import { defences } from './defences.ts'
import { proofs } from './proofs.ts'
import { discoveries, hostile, lasting } from './robustness.ts'
import { signing } from './signatures.ts'
import { transport } from './transport.ts'

/** For each rule the workers that break it. */
export const breaking: readonly Breaking[] = [
  ...transport('resolve'),
  ...fields,
  ...autos,
  ...asking,
  ...transport('challenge'),
  ...defences,
  ...signing,
  ...proofs,
  ...discoveries,
  ...hostile('resolve'),
  ...hostile('challenge'),
  ...lasting,
]
