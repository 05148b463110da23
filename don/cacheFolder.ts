import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const packages = fileURLToPath(new URL('../node_modules', import.meta.url))

/** Where built workflows and compiled code are kept: with the packages in a checkout, in the user's cache when installed. */
export const cacheFolder = (name: string): string =>
  existsSync(packages)
    ? join(packages, '.cache', name)
    : join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), name)
