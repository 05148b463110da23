import type { Command } from 'commander'
import * as claim from './claim.ts'
import * as place from './place.ts'
import * as show from './show.ts'

export function register(group: Command): void {
  for (const verb of [place, show, claim]) verb.register(group)
}
