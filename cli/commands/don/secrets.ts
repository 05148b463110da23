import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { z } from 'zod'
import type { Secrets } from '../../../don/capabilities/secrets.ts'
import { UsageError } from '../../terminal/failure.ts'

/** `secrets.yaml` of the `cre` CLI: each secret's name, and the environment variable that holds it. */
const file = z.object({
  secretsNames: z.record(z.string().min(1).max(128), z.array(z.string().min(1)).length(1)),
})

export type FoundSecrets = {
  readonly secrets: Secrets
  /** Without a value: whoever asks for them is refused. */
  readonly missing: readonly { readonly name: string; readonly variable: string }[]
}

export function readSecrets(path: string, env: NodeJS.ProcessEnv = process.env): FoundSecrets {
  let value: unknown
  try {
    value = parse(readFileSync(path, 'utf8'), { maxAliasCount: 0 })
  } catch (cause) {
    throw new UsageError(`Cannot read ${path}.`, { cause, metaMessages: [(cause as Error).message] })
  }
  const found = file.safeParse(value)
  if (!found.success)
    throw new UsageError(`${path} names no secrets.`, {
      metaMessages: ['It holds `secretsNames`: each name with a list of one environment variable.'],
    })
  const named = Object.entries(found.data.secretsNames).map(([name, [variable]]) => ({
    name,
    variable: variable!,
  }))
  const isSet = ({ variable }: { variable: string }) => (env[variable] ?? '') !== ''
  return {
    secrets: Object.fromEntries(named.filter(isSet).map(({ name, variable }) => [name, env[variable]!])),
    missing: named.filter((one) => !isSet(one)),
  }
}
