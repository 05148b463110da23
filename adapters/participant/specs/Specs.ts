import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { Hash, Json, Schema } from '../../../protocol/index.ts'
import { type SourceSpec, sourceSpec } from '../Subject.ts'

/**
 * Source specs that have a name everybody knows. A claim that carries such a name must have been read as the name says; names
 * that are not here mean nothing, and are as good as any. An entry is data like a task's: it gets no right that a task has not.
 */
export const registered = z.strictObject({
  /** In its `sourceRef`, `{from}`, `{to}`, `{from_ms}` and `{to_ms}` stand for digits, which the task fills in. */
  ...sourceSpec.shape,
  /** For people. */
  about: z.string().min(1).max(256),
})
export type Registered = z.output<typeof registered>

export const registry = z
  .array(registered)
  .max(1_024)
  .refine(
    (all) => new Set(all.map(({ sourceSpecId }) => sourceSpecId)).size === all.length,
    'expected each sourceSpecId once',
  )

export type Specs = {
  readonly all: readonly Registered[]
  find(sourceSpecId: string): Registered | null
}

/** The first of those with the same name counts. */
export function specsOf(...lists: readonly (readonly Registered[])[]): Specs {
  const byName = new Map(
    lists
      .flat()
      .toReversed()
      .map((one) => [one.sourceSpecId, one]),
  )
  return { all: [...byName.values()].toReversed(), find: (name) => byName.get(name) ?? null }
}

/** Reads a registry from anyone. */
export const readSpecs = (text: string): Specs => specsOf(Schema.read(registry, Json.parse(text)))

/** Those that come with this software. */
export const known = (): Specs => readSpecs(readFileSync(new URL('./sources.json', import.meta.url), 'utf8'))

/** Names an entry by its content, so that two can tell whether they mean the same by a name. */
export function specHash({ about: _, ...spec }: Registered): Hash.Hash {
  return Hash.ofText(Json.canonical(spec))
}

const place = /\{(?:from|to)(?:_ms)?\}/g

export const isTemplate = ({ sourceRef }: Registered): boolean => sourceRef.search(place) !== -1

/** How a spec differs from the one that its name stands for; null where it does not, or where the name stands for nothing. */
export function faultOf(spec: SourceSpec, specs: Specs | undefined): string | null {
  const known = specs?.find(spec.sourceSpecId) ?? null
  if (known === null) return null
  if (!isFilled(known.sourceRef, spec.sourceRef)) return differs(spec, 'sourceRef')
  if (Json.canonical(spec.extractor) !== Json.canonical(known.extractor)) return differs(spec, 'extractor')
  // Fresher data than the name asks for is data that it asks for.
  return spec.freshnessSeconds > known.freshnessSeconds ? differs(spec, 'freshnessSeconds') : null
}

const differs = ({ sourceSpecId }: SourceSpec, field: string): string =>
  `${sourceSpecId} is a name for another ${field}; see the registry of source specs.`

/** Walks both texts once: what stands between the places must be there, and in each place one to thirteen digits. */
function isFilled(template: string, text: string): boolean {
  let rest = text
  for (const [i, part] of template.split(place).entries()) {
    if (i > 0) {
      const [digits] = /^[0-9]{0,13}/.exec(rest)!
      if (digits === '') return false
      rest = rest.slice(digits.length)
    }
    if (!rest.startsWith(part)) return false
    rest = rest.slice(part.length)
  }
  return rest === ''
}
