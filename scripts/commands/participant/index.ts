import type { Command } from 'commander'
import * as attest from './attest.ts'
import * as check from './check.ts'
import * as run from './run.ts'
import * as specs from './specs.ts'

export function register(group: Command): void {
  run.register(group)
  attest.register(group)
  check.register(group)
  specs.register(group)
}
