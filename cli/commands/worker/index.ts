import type { Command } from 'commander'
import * as ask from './ask.ts'
import * as check from './check.ts'
import * as doctor from './doctor.ts'
import * as example from './example.ts'
import * as sources from './sources.ts'
import * as start from './start.ts'
import * as token from './token.ts'

export function register(group: Command): void {
  for (const verb of [start, doctor, ask, check, example, sources, token]) verb.register(group)
}
