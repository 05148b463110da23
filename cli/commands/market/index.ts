import type { Command } from 'commander'
import * as arbitrate from './arbitrate.ts'
import * as challenge from './challenge.ts'
import * as claim from './claim.ts'
import * as create from './create.ts'
import * as escalate from './escalate.ts'
import * as join from './join.ts'
import * as leave from './leave.ts'
import * as list from './list.ts'
import * as publish from './publish.ts'
import * as rule from './rule.ts'
import * as show from './show.ts'
import { draw, expire, finalize, request, settle } from './steps.ts'
import * as withdraw from './withdraw.ts'

const verbs = [
  create,
  list,
  show,
  join,
  leave,
  request,
  draw,
  challenge,
  escalate,
  arbitrate,
  rule,
  settle,
  finalize,
  expire,
  claim,
  withdraw,
  publish,
]

export function register(group: Command): void {
  for (const verb of verbs) verb.register(group)
}
