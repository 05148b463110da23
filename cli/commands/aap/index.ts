import type { Command } from 'commander'
import * as evaluate from './evaluate.ts'
import * as format from './format.ts'
import * as parse from './parse.ts'
import * as validate from './validate.ts'

export function register(group: Command): void {
  for (const verb of [parse, format, validate, evaluate]) verb.register(group)
}
