import { z } from 'zod'
import { Hash, Schema } from '../../protocol/index.ts'
import { type Base, json } from '../../services/http/baseApp.ts'
import { RefusedError } from '../../services/http/Failure.ts'
import type { Routes } from '../../services/http/Routes.ts'
import { readRequest } from '../../services/http/readRequest.ts'
import { attestedClaim } from './attested/Attestation.ts'
import { refusals, weigh } from './attested/weigh.ts'
import type { Participant } from './Participant.ts'
import { mineClaimResult, verifyResult } from './Result.ts'
import { runTask } from './runTask.ts'
import { registered, specHash } from './specs/Specs.ts'
import { mineClaimTask, namedMineClaimTask, verifyTask } from './Task.ts'

const hash = { type: 'string', pattern: '^(keccak256:)?0x[0-9a-f]{64}$' }

/** What a participant serves to other agents, on the worker that it is part of. */
const operations: Routes = {
  'POST /participant/tasks': {
    id: 'participate',
    summary: 'Mine a claim, or verify a claim or an intent.',
    takes: 'Task',
    gives: 'Result',
    token: 'optional',
  },
  'GET /participant/specs': { id: 'specs', summary: 'Source specs that have a name here.', gives: 'Specs' },
  'POST /participant/claims': {
    id: 'publishClaim',
    summary: 'Hand on a claim with its attestations.',
    takes: 'AttestedClaim',
    gives: 'Weighed',
    token: 'optional',
  },
  'GET /participant/claims/{hash}': {
    id: 'claim',
    summary: 'A claim and who vouches for it.',
    path: { hash },
    gives: 'AttestedClaim',
  },
  'GET /evidence/{hash}': {
    id: 'evidence',
    summary: 'Archived bytes, by their hash.',
    path: { hash },
    gives: { content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } },
  },
}

const weighed = z.strictObject({
  /** Whether it is in the book now: it is where anyone with a say vouches for it. */
  kept: z.boolean(),
  claimHash: z.string(),
  isMet: z.boolean(),
  weight: z.int(),
  threshold: z.int(),
  counted: z.array(z.strictObject({ verifier: z.string(), weight: z.int() })),
  refused: z.array(z.strictObject({ verifier: z.string(), reason: z.enum(refusals) })),
})

const forEver = { 'cache-control': 'public, max-age=31536000, immutable' }

export function addRoutes({ app, admit, bodyOf }: Base, participant: Participant): void {
  const { ports, book, policy } = participant
  let running = 0

  app.post('/participant/tasks', async (c) => {
    const task = readRequest(z.unknown(), await bodyOf(c))
    if (running >= participant.running)
      throw new RefusedError('overloaded', 'Too many tasks are being done already.', { retryAfter: 5 })
    running++
    try {
      return c.body(JSON.stringify(await runTask(task, ports)), 200, json)
    } finally {
      running--
    }
  })

  app.get('/participant/specs', (c) => {
    admit(c)
    const all = (ports.specs?.all ?? []).map((spec) => ({ ...spec, specHash: specHash(spec) }))
    return c.body(JSON.stringify(all), 200, json)
  })

  app.post('/participant/claims', async (c) => {
    const attested = readRequest(attestedClaim, await bodyOf(c))
    const isOurs = attested.claim.fundId.toLowerCase() === policy.fundId
    const result = await weigh(isOurs ? attested : { ...attested, attestations: [] }, {
      ...policy,
      at: ports.now(),
    })
    const good = new Set(result.counted.map(({ verifier }) => verifier))
    // What nobody with a say vouches for would let anyone fill the book.
    const attestations = attested.attestations.filter(({ verifier }) => good.has(verifier))
    if (good.size > 0) await book.publish({ ...attested, attestations })
    return c.body(JSON.stringify({ kept: good.size > 0, ...result }), 200, json)
  })

  app.get('/participant/claims/:hash', async (c) => {
    admit(c)
    const found = await book.find(hashIn(c.req.param('hash')))
    if (found === null) throw new RefusedError('not-found', 'No such claim is known here.')
    return c.body(JSON.stringify(found), 200, json)
  })

  app.get('/evidence/:hash', async (c) => {
    admit(c)
    const hash = hashIn(c.req.param('hash'))
    const bytes = await ports.archive.get(hash)
    if (bytes === null || Hash.ofBytes(bytes) !== hash)
      throw new RefusedError('not-found', 'No such evidence is archived here.')
    // Foreign bytes: for programs, and for no browser to look at.
    const headers = { 'content-type': 'application/octet-stream', 'content-disposition': 'attachment' }
    return c.body(new Uint8Array(bytes), 200, { ...headers, ...forEver })
  })
}

/** `0x…`, or a whole evidenceURI. */
function hashIn(text: string): Hash.Hash {
  const match = /^(?:keccak256:)?(0x[0-9a-f]{64})$/.exec(text)
  if (match === null) throw new RefusedError('not-found', 'This is no hash.')
  return match[1] as Hash.Hash
}

const schemas = {
  Task: z.union([mineClaimTask, namedMineClaimTask, verifyTask]),
  Specs: z.array(registered.extend({ specHash: Schema.hash })),
  Result: z.union([mineClaimResult, verifyResult]),
  AttestedClaim: attestedClaim,
  Weighed: weighed,
}

export const served = { operations, schemas }
