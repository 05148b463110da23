import type { Command } from 'commander'
import * as start from './start.ts'

export function register(group: Command): void {
  start.register(group)
}
