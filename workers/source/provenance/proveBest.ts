import type { Prove } from '../fetchEvidence.ts'

/** Tries provers one after the other: the first proof that holds is taken. Give the strongest first. */
export function proveBest(...provers: readonly Prove[]): Prove {
  return async (found) => {
    for (const prove of provers) {
      const proof = await prove(found)
      if (proof !== null) return proof
    }
    return null
  }
}
