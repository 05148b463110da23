import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { z } from 'zod'
import { startWorker, type WorkerProcess } from '../../local/workers/workerProcess.ts'
import { Hash } from '../../protocol/index.ts'
import {
  fundId,
  gist,
  type Mined,
  market,
  miningTask,
  scope,
  self,
  verificationTask,
} from '../adapters/participant/helpers.ts'
import { runHere as run } from '../helpers/callCommand.ts'
import { run as runAsPerson } from '../helpers/program.ts'
import { startService } from '../helpers/serviceProcess.ts'
import { databaseAt } from './databaseAt.ts'

/** How a source behaves. */
type Mood = 'fresh' | 'stale' | 'changed' | 'gone' | 'redirecting' | '10 MB' | 'slow'

const now = () => Math.floor(Date.now() / 1_000)
/** The same bytes for as long as a test takes. */
const fresh = now()
const bodyOf = (path: string, price = '7', at = fresh) =>
  `{"price": ${price}, "at": ${at}, "path": "${path}"}`

/** A source on this machine that counts who asks it, by path. */
async function startSource() {
  const hits = new Map<string, number>()
  let mood: Mood = 'fresh'
  const answer = (response: ServerResponse, path: string): unknown => {
    const json = { 'content-type': 'application/json' }
    if (path === '/elsewhere' || mood === 'fresh') return response.writeHead(200, json).end(bodyOf(path))
    if (mood === 'stale') return response.writeHead(200, json).end(bodyOf(path, '7', fresh - 3_600))
    if (mood === 'changed') return response.writeHead(200, json).end(bodyOf(path, '8'))
    if (mood === 'gone') return response.writeHead(410).end()
    if (mood === 'redirecting') return response.writeHead(302, { location: `${url}/elsewhere` }).end()
    if (mood === '10 MB') return response.writeHead(200, json).end(`${bodyOf(path)}${' '.repeat(10_485_760)}`)
    response.writeHead(200, json)
    // One byte now and then, and never the last one.
    const drip = setInterval(() => response.write(' '), 50)
    return response.on('close', () => clearInterval(drip))
  }
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    hits.set(path, (hits.get(path) ?? 0) + 1)
    answer(response, path)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    hits: (path: string) => hits.get(path) ?? 0,
    become: (next: Mood) => {
      mood = next
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const published = (name: string) =>
  z.fromJSONSchema(
    JSON.parse(readFileSync(new URL(`../../docs/schemas/${name}.json`, import.meta.url), 'utf8')),
  )
const schemas = {
  mine_claim: { task: published('MineClaimTask'), result: published('MineClaimResult') },
  verify_claim_or_intent_validity: { task: published('VerifyTask'), result: published('VerifyResult') },
}

/** Whether a task and what came of it are in the form that is published for them. */
function holdAgainstSchemas(task: { taskType: string }, result: unknown): void {
  const { task: ofTask, result: ofResult } = schemas[task.taskType as keyof typeof schemas]
  expect(ofTask.safeParse(task).error, 'the task').to.equal(undefined)
  expect(ofResult.safeParse(result).error, 'the result').to.equal(undefined)
  expect(ofResult.safeParse({ ...(result as object), more: 1 }).success, 'nothing more').to.equal(false)
}

const timed = { type: 'jsonpath', recipe: '$.price', time: { recipe: '$.at', format: 'seconds' } }

describe('a participant and its sources', function () {
  this.timeout(180_000)
  let folder: string
  let source: Awaited<ReturnType<typeof startSource>>
  let worker: WorkerProcess
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'participant-'))
    await databaseAt(join(folder, 'own'))
    source = await startSource()
    const config = {
      agentId: 1,
      market,
      log: 'silent',
      sources: { transport: 'live', allowLoopback: true, timeoutMs: 1_000 },
      participant: { address: self, specs: ownSpecs() },
    }
    worker = await startWorker({ config })
  })
  after(async () => {
    await worker?.stop()
    await source?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const ownSpecs = () => {
    const { sourceSpec } = miningTask(`${source.url}/named`, timed)
    return [{ ...sourceSpec, sourceSpecId: 'local:price', about: 'a price' }]
  }
  const byRoute = async (task: { taskType: string }) => {
    const response = await fetch(`${worker.url}/participant/tasks`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(task),
    })
    const result = (await response.json()) as Mined
    expect(response.status).to.equal(200)
    holdAgainstSchemas(task, result)
    return result
  }
  const byCommand = async (task: { taskType: string }, ...words: string[]) => {
    const all = ['participant', '--data', join(folder, 'own'), '--address', self, ...words]
    const { status, stdout, stderr } = await run(all, { input: JSON.stringify(task) })
    const result = JSON.parse(stdout) as Mined
    holdAgainstSchemas(task, result)
    expect(stderr).to.equal('')
    return { exit: status, gist: gist(result), result }
  }

  /** Of each mood: what mining and verifying come to, and how often each asks the source. */
  const moods: readonly [Mood, mined: string, asked: number, verified: string, asked: number][] = [
    ['fresh', 'OK - -', 1, 'OK PASS REPRODUCED', 1],
    ['stale', 'ERROR - STALE_DATA', 1, 'OK FAIL NOT_REPRODUCED', 1],
    ['changed', 'OK - -', 1, 'OK FAIL NOT_REPRODUCED', 1],
    ['gone', 'ERROR - SOURCE_STATUS', 1, 'OK NEED_MORE_EVIDENCE NOT_REPRODUCED', 1],
    ['redirecting', 'ERROR - SOURCE_STATUS', 1, 'OK NEED_MORE_EVIDENCE NOT_REPRODUCED', 1],
    ['10 MB', 'ERROR - SOURCE_TOO_LARGE', 1, 'OK NEED_MORE_EVIDENCE NOT_REPRODUCED', 1],
    ['slow', 'ERROR - SOURCE_TIMEOUT', 1, 'OK NEED_MORE_EVIDENCE NOT_REPRODUCED', 1],
  ]
  for (const [mood, mined, miningHits, verified, verifyingHits] of moods)
    it(`S3-34 S3-38 S3-39 on a worker, with a source that is ${mood}: mining ${mined}, verification ${verified}`, async () => {
      const path = `/${mood.replace(' ', '-')}`
      source.become('fresh')
      const before = await byRoute(miningTask(`${source.url}${path}`, timed))
      expect(source.hits(path)).to.equal(1)
      source.become(mood)
      expect(gist(await byRoute(miningTask(`${source.url}${path}`, timed)))).to.equal(mined)
      expect(source.hits(path)).to.equal(1 + miningHits)
      expect(gist(await byRoute(verificationTask(before)))).to.equal(verified)
      expect(source.hits(path)).to.equal(1 + miningHits + verifyingHits)
      expect(source.hits('/elsewhere'), 'no redirect is followed').to.equal(0)
    })

  it('S3-16 S3-38 a claim that is stale itself fails without a request', async () => {
    source.become('stale')
    const task = miningTask(`${source.url}/old`, timed)
    const old = await byRoute({
      ...task,
      sourceSpec: { ...task.sourceSpec, freshnessSeconds: 7_200 },
    } as never)
    const policy = { validationPolicy: { reproducible: true, maxDataAgeSeconds: 600 } }
    expect(gist(await byRoute(verificationTask(old, policy)))).to.equal('OK FAIL STALE_DATA')
    expect(source.hits('/old')).to.equal(1)
  })

  describe('by the command line', () => {
    let mined: Mined
    it('S3-4 S3-11 mines from stdin, verifies from a file, and each asks the source once', async () => {
      source.become('fresh')
      const first = await byCommand(miningTask(`${source.url}/command`, timed), '--allow-loopback')
      expect([first.exit, first.gist]).to.deep.equal([0, 'OK - -'])
      mined = first.result
      const file = join(folder, 'verify.json')
      writeFileSync(file, JSON.stringify(verificationTask(mined)))
      const second = await byCommand(verificationTask(mined), '--allow-loopback', file)
      expect([second.exit, second.gist]).to.deep.equal([0, 'OK PASS REPRODUCED'])
      expect(source.hits('/command')).to.equal(2)
    })

    it('S3-36 ends with 3 where the subject belongs elsewhere, and asks nobody', async () => {
      const rejected = await byCommand(verificationTask(mined, { epochId: 2 }), '--allow-loopback')
      expect([rejected.exit, rejected.gist]).to.deep.equal([3, 'REJECTED FAIL SCOPE_MISMATCH'])
      expect(source.hits('/command')).to.equal(2)
    })

    it('S3-7 asks no private host, neither to mine nor to verify', async () => {
      const mining = await byCommand(miningTask(`${source.url}/command`, timed))
      expect([mining.exit, mining.gist]).to.deep.equal([1, 'ERROR - FORBIDDEN_SOURCE'])
      const verifying = await byCommand(verificationTask(mined))
      expect([verifying.exit, verifying.gist]).to.deep.equal([0, 'OK FAIL FORBIDDEN_SOURCE'])
      expect(source.hits('/command')).to.equal(2)
    })

    it('S3-7 gives up on a source that is slow, as soon as it is told to', async () => {
      source.become('slow')
      const slow = await byCommand(miningTask(`${source.url}/drip`), '--allow-loopback', '--timeout', '300')
      expect([slow.exit, slow.gist]).to.deep.equal([1, 'ERROR - SOURCE_TIMEOUT'])
      expect(source.hits('/drip')).to.equal(1)
    })

    it('C90 C145 S3-24 verifies by the archive of a peer only where the policy asks no source, and by none where no peer is named', async () => {
      source.become('fresh')
      const claimed = await byRoute(miningTask(`${source.url}/lost`, timed))
      source.become('gone')
      const alone = await byCommand(verificationTask(claimed), '--allow-loopback')
      expect([alone.exit, alone.gist]).to.deep.equal([0, 'OK NEED_MORE_EVIDENCE EVIDENCE_UNAVAILABLE'])
      const peer = ['--allow-loopback', '--peer', worker.url]
      const strict = await byCommand(verificationTask(claimed), ...peer)
      expect([strict.exit, strict.gist]).to.deep.equal([0, 'OK NEED_MORE_EVIDENCE NOT_REPRODUCED'])
      const policy = { validationPolicy: { reproducible: false, maxDataAgeSeconds: 600 } }
      const helped = await byCommand(verificationTask(claimed, policy), ...peer)
      expect([helped.exit, helped.gist]).to.deep.equal([0, 'OK PASS VERIFIED_FROM_ARCHIVE'])
    })
  })

  it('S3-37 C88 the commands of the skill file do what it says, word for word', async () => {
    source.become('fresh')
    const page = readFileSync(new URL('../../docs/skills/participant/SKILL.md', import.meta.url), 'utf8')
    const commands = [...page.matchAll(/`cresolver ([^`…]+)`/g)].map(([, words]) => words!.split(' '))
    expect(commands.map(([, word]) => word)).to.deep.equal(['task.json', 'specs', 'attest'])
    const cwd = join(folder, 'skill')
    await databaseAt(join(cwd, 'data/participant'))
    const config = {
      socket: join(cwd, 'signer.sock'),
      keyEnv: 'KEY',
      funds: [fundId],
      audit: join(cwd, 'audit'),
    }
    const signer = await startService(['signer', 'start'], config, { KEY: `0x${'59'.repeat(32)}` })
    try {
      const local = ['participant', '--allow-loopback', '--signer', 'signer.sock']
      const claimed = await byRoute(miningTask(`${source.url}/skill`, timed))
      writeFileSync(join(cwd, 'mined.json'), JSON.stringify(claimed))
      const verified = await run(local, { cwd, input: JSON.stringify(verificationTask(claimed)) })
      writeFileSync(join(cwd, 'verified.json'), verified.stdout)
      // Without leave to ask this machine, the source of the task is not asked: the archive has what was just verified.
      const policy = { validationPolicy: { reproducible: false, maxDataAgeSeconds: 600 } }
      writeFileSync(join(cwd, 'task.json'), JSON.stringify(verificationTask(claimed, policy)))
      const [task, specs, attest] = [
        await runAsPerson(commands[0]!, { cwd }),
        await run(commands[1]!, { cwd }),
        await run(commands[2]!, { cwd }),
      ]
      expect([task.status, gist(JSON.parse(task.stdout))]).to.deep.equal([0, 'OK PASS VERIFIED_FROM_ARCHIVE'])
      expect([specs.status, specs.stdout.includes('coingecko:bitcoin:usd')]).to.deep.equal([0, true])
      expect(attest.status, attest.stderr).to.equal(0)
      const attested = JSON.parse(attest.stdout)
      expect(published('AttestedClaim').safeParse(attested).error).to.equal(undefined)
      expect(attested.attestations[0].verifier).to.equal(signer.line.address)
    } finally {
      await signer.stop()
    }
  })

  it('S3-6 mines by name what its own list or its config says, and lists both', async () => {
    source.become('fresh')
    const named = { ...miningTask(''), sourceSpec: { sourceSpecId: 'local:price' } }
    const file = join(folder, 'specs.json')
    writeFileSync(file, JSON.stringify(ownSpecs()))
    const unknown = await byCommand(named, '--allow-loopback')
    expect([unknown.exit, unknown.gist]).to.deep.equal([1, 'ERROR - UNKNOWN_SPEC'])
    const mined = await byCommand(named, '--allow-loopback', '--specs', file)
    expect([mined.exit, mined.gist, source.hits('/named')]).to.deep.equal([0, 'OK - -', 1])
    expect(await byRoute(named)).to.deep.equal(mined.result)
    const listed = await fetch(`${worker.url}/participant/specs`)
    const specs = (await listed.json()) as { sourceSpecId: string; specHash: string }[]
    const byCli = await run(['participant', 'specs', '--json', '--specs', file])
    expect(JSON.parse(byCli.stdout)).to.deep.equal(specs)
  })

  it('S3-39 says the same in the same bytes whoever is asked, but for clock and nonce', async () => {
    source.become('fresh')
    const task = miningTask(`${source.url}/same`, timed)
    const [first, second] = [await byRoute(task), await byCommand(task, '--allow-loopback')]
    expect(JSON.stringify(second.result)).to.equal(JSON.stringify(first))
    expect(first).to.deep.include(scope)
    expect(first.observation.responseHash).to.equal(Hash.ofText(bodyOf('/same')))
  })
})
