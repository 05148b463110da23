import type { Command } from 'commander'
import * as start from './start.ts'

export function register(group: Command): void {
  for (const verb of [start]) verb.register(group)
}
