import type { Command } from 'commander'
import * as sign from './sign.ts'

export function register(group: Command): void {
  sign.register(group)
}
