import type { Command } from 'commander'
import * as diff from './diff.ts'
import * as importing from './import.ts'
import * as parameters from './parameters.ts'
import * as parse from './parse.ts'
import * as resolve from './resolve.ts'
import * as review from './review.ts'
import * as serve from './serve.ts'

export function register(group: Command): void {
  for (const verb of [parse, diff, resolve, importing, serve, review, parameters]) verb.register(group)
}
