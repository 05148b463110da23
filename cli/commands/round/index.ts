import type { Command } from 'commander'
import * as challenge from './challenge.ts'
import * as show from './show.ts'
import * as verify from './verify.ts'

export function register(group: Command): void {
  for (const verb of [show, verify, challenge]) verb.register(group)
}
