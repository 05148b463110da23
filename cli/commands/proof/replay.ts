import { type Replay, readProof, replayWith } from '../../../workers/sentinel/index.ts'
import { SourceConfig } from '../../../workers/source/index.ts'

const registryAt = (baseUrls: Readonly<Record<string, string>> = {}) =>
  SourceConfig.createRegistry(SourceConfig.schema.parse({ baseUrls }))

/** Executes again what the reference pipeline made from the sources as they are configured by default. */
export const replay: Replay = replayWith(registryAt())

/** The same for a deployment whose sources are asked elsewhere, too. */
export function replayAt(bases: Readonly<Record<string, readonly string[]>>): Replay {
  const most = Math.max(0, ...Object.values(bases).map((urls) => urls.length))
  const others = Array.from({ length: most }, (_, i) =>
    registryAt(
      Object.fromEntries(Object.entries(bases).flatMap(([name, urls]) => (urls[i] ? [[name, urls[i]]] : []))),
    ),
  )
  return replayWith(registryAt(), ...others)
}

/** Whether a proof that holds was executed again, in words. */
export function describeReplay(value: unknown): string {
  const proof = readProof(value)
  const again = proof === null ? null : replay(proof)
  if (again?.executed) return 'Executed again, its evidence gives the same bytes.'
  return `It was not executed again: ${again === null ? 'it cannot be read' : again.why}.`
}
