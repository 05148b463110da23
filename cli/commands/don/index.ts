import type { Command } from 'commander'
import * as build from './build.ts'
import * as run from './run.ts'
import * as trigger from './trigger.ts'

export function register(group: Command): void {
  for (const verb of [run, trigger, build]) verb.register(group)
}
