import type { Command } from 'commander'
import * as backup from './backup.ts'
import * as restore from './restore.ts'

export function register(group: Command): void {
  backup.register(group)
  restore.register(group)
}
