import { Json, type Proof } from '../../protocol/index.ts'
import { replay } from '../pipeline/replay.ts'
import { forbidden } from '../pipeline/rule/compile.ts'
import type * as Registry from '../source/Registry.ts'
import type { Replay, Replayed } from './check/Replay.ts'

/**
 * Executes again what the reference pipeline made. A proof says that it is one by the words of its prompt: then it must come out
 * byte for byte. Other programs may reason otherwise, and are held to their hashes, citations and comparison alone. Where sources
 * were asked at another place than the first registry knows, the others are tried.
 *
 * @example
 * const result = await inspectProof(proof, { replay: replayWith(createRegistry(config)) })
 */
export const replayWith =
  (...registries: readonly Registry.Registry[]): Replay =>
  (proof) => {
    if (!isReference(proof)) return { executed: false, why: 'another program made it' }
    let last: Replayed = { executed: false, why: 'no source is known here' }
    for (const sources of registries) {
      const { executed, why, findings } = replay(proof, { sources })
      if (executed) return { executed, findings }
      if (why !== undefined) last = { executed, why }
    }
    return last
  }

const isReference = ({ prompt_spec }: Proof.Proof): boolean =>
  Json.canonical(prompt_spec.forbidden_behaviors) === Json.canonical(forbidden)
