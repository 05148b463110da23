import { readFileSync } from 'node:fs'
import { dirname, isAbsolute, resolve } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { Schema } from '../../protocol/index.ts'
import { panelConfig } from '../../workers/pipeline/index.ts'
import { SourceConfig } from '../../workers/source/index.ts'
import { UsageError } from '../terminal/failure.ts'

/** Where values come from: the part `sources` of a worker's config, and second providers that must agree. */
export const sourcesConfig = z.strictObject({
  sources: SourceConfig.schema.prefault({ transport: 'live' }),
  /** Null: a rule's own source decides, as it does for a source without a pair. */
  panel: panelConfig.nullable().default(null),
})
export type SourcesConfig = z.output<typeof sourcesConfig>

/** A config of sources; its folder of recordings is meant from where the file is. */
export function readSources(file: string): SourcesConfig {
  const config = Schema.read(sourcesConfig, readConfig(file))
  const { fixtures } = config.sources
  if (fixtures === undefined || isAbsolute(fixtures)) return config
  return { ...config, sources: { ...config.sources, fixtures: resolve(dirname(file), fixtures) } }
}

export function readConfig(file: string): unknown {
  try {
    return parse(readFileSync(file, 'utf8'), { maxAliasCount: 0 })
  } catch (cause) {
    throw new UsageError(`Cannot read ${file}.`, {
      cause,
      metaMessages: [(cause as Error).message.split('\n')[0]!],
    })
  }
}
