import type { Command } from 'commander'
import * as check from './check.ts'
import * as example from './example.ts'
import * as start from './start.ts'

export function register(group: Command): void {
  for (const verb of [start, check, example]) verb.register(group)
}
