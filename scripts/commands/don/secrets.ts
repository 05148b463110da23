import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { z } from 'zod'
import type { Secrets } from '../../../don/capabilities/secrets.ts'
import { UsageError } from '../../cli/failure.ts'

/** `secrets.yaml` of the `cre` CLI: each secret's name, and the environment variable that holds it. */
const file = z.object({
  secretsNames: z.record(z.string().min(1).max(128), z.array(z.string().min(1)).length(1)),
})

export function readSecrets(path: string, env: NodeJS.ProcessEnv = process.env): Secrets {
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
  return Object.fromEntries(
    Object.entries(found.data.secretsNames).map(([name, [variable]]) => {
      const secret = env[variable!]
      if (secret === undefined || secret === '')
        throw new UsageError(`The secret ${name} is not set.`, { metaMessages: [`Set ${variable} to it.`] })
      return [name, secret]
    }),
  )
}
