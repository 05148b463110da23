import type { Command } from 'commander'
import * as register_ from './register.ts'
import * as show from './show.ts'

export function register(group: Command): void {
  for (const verb of [register_, show]) verb.register(group)
}
