import { readFileSync } from 'node:fs'
import { LineCounter, parseDocument } from 'yaml'
import { z } from 'zod'
import { BaseError, Hash } from '../../../protocol/index.ts'
import * as Entry from './Entry.ts'

/** What an operator writes once: which sources there are, and how each is asked and read. */
const schema = z.strictObject({
  schema_version: z.literal('v1'),
  sources: z.array(Entry.schema).min(1).max(256),
})

export type SourceRegistry = {
  readonly entries: readonly Entry.Entry[]
  /** Of the file as it was understood: it stands in every plan that was made from it. */
  readonly hash: Hash.Hash
}

/** Something in a registry file that can't be used, and where. */
export type Fault = { readonly line: number; readonly path: string; readonly message: string }

/**
 * Reads a registry's text.
 *
 * @example
 * const registry = SourceRegistry.read(readFileSync('sources.yaml', 'utf8'), 'sources.yaml')
 */
export function read(text: string, name: string): SourceRegistry {
  const lines = new LineCounter()
  const document = parseDocument(text, { strict: true, uniqueKeys: true, lineCounter: lines })
  const [error] = document.errors
  const lineAt = (offset: number) => lines.linePos(offset).line
  if (error !== undefined)
    throw new UnreadableRegistryError(name, [
      { line: lineAt(error.pos[0]), path: '', message: error.message.split('\n')[0]! },
    ])
  const result = schema.safeParse(document.toJS({ maxAliasCount: 16 }))
  if (!result.success) {
    const faults = result.error.issues.map(({ path, message }) => ({
      line: lineAt(offsetOf(document, path)),
      path: path.join('.'),
      message,
    }))
    throw new UnreadableRegistryError(name, faults)
  }
  const { sources: entries } = result.data
  const doubled = entries.findIndex(({ id }, i) => entries.findIndex((one) => one.id === id) !== i)
  if (doubled !== -1) {
    const path = ['sources', doubled, 'id']
    const message = `two sources are called ${entries[doubled]!.id}`
    const line = lineAt(offsetOf(document, path))
    throw new UnreadableRegistryError(name, [{ line, path: path.join('.'), message }])
  }
  return { entries, hash: Hash.ofJson(JSON.parse(JSON.stringify(entries))) }
}

/** Where a path stands in the text; where it is missing, where its nearest parent stands. */
function offsetOf(document: ReturnType<typeof parseDocument>, path: readonly PropertyKey[]): number {
  for (let length = path.length; length > 0; length--) {
    const node = document.getIn(path.slice(0, length), true)
    const range = (node as { range?: readonly number[] } | undefined)?.range
    if (range?.[0] !== undefined) return range[0]
  }
  return 0
}

export const load = (file: string): SourceRegistry => read(readFileSync(file, 'utf8'), file)

/** The registry that comes with the project. */
export const loadPublic = (): SourceRegistry =>
  read(readFileSync(new URL('./public.yaml', import.meta.url), 'utf8'), 'public.yaml')

export class UnreadableRegistryError extends BaseError {
  override readonly name = 'SourceRegistry.UnreadableRegistryError'
  readonly faults: readonly Fault[]
  constructor(file: string, faults: readonly Fault[]) {
    super(`The source registry ${file} cannot be used.`, {
      metaMessages: faults
        .slice(0, 20)
        .map(({ line, path, message }) => `line ${line}, ${path || 'file'}: ${message}`),
      docsPath: 'docs/sources.md',
    })
    this.faults = faults
  }
}
