import type { Command } from 'commander'
import * as review from './review.ts'
import * as serve from './serve.ts'

export function register(group: Command): void {
  serve.register(group)
  review.register(group)
}
