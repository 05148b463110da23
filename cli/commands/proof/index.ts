import type { Command } from 'commander'
import * as branch from './branch.ts'
import * as build from './build.ts'
import * as canonical from './canonical.ts'
import * as notarize from './notarize.ts'
import * as verify from './verify.ts'

export function register(group: Command): void {
  for (const verb of [build, verify, branch, notarize, canonical]) verb.register(group)
}
