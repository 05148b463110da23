import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import * as Archive from '../../../adapters/participant/Archive.ts'
import { runTask } from '../../../adapters/participant/runTask.ts'
import { type FakeApi, startFakeApi } from '../../helpers/fakeApi.ts'
import { skipFor } from '../../helpers/skip.ts'
import { gist, type Mined, mine, miningTask, portsOf, self, type Verified, verify } from './helpers.ts'

/** Which requirement each field of the results fulfils, and what it must be like. */
const mining: Readonly<Record<string, readonly [field: string, form: string | RegExp]>> = {
  'S3-17': ['status', /^OK$/],
  'S3-18': ['taskType', /^mine_claim$/],
  'S3-19': ['observation.sourceSpecId', /^test-price$/],
  'S3-20': ['observation.token', /^BTC$/],
  'S3-21': ['observation.timestamp', 'number'],
  'S3-22': ['observation.extracted', /^75000\.50$/],
  'S3-23': ['observation.responseHash', /^0x[0-9a-f]{64}$/],
  'S3-24': ['observation.evidenceURI', /^keccak256:0x[0-9a-f]{64}$/],
  'S3-25': ['observation.crawler', new RegExp(`^${self}$`)],
  'S3-26': ['confidence', 'number'],
  'S3-27': ['assumptions.0', 'string'],
}
const verification: typeof mining = {
  'S3-28': ['subjectHash', /^0x[0-9a-f]{64}$/],
  'S3-29': ['verdict', /^PASS$/],
  'S3-30': ['reason', /^REPRODUCED$/],
  'S3-31': ['attestationDraft.validator', new RegExp(`^${self}$`)],
  'S3-32': ['attestationDraft.expiresAt', 'number'],
  'S3-33': ['attestationDraft.nonce', 'number'],
}

const at = (value: unknown, path: string): unknown =>
  path.split('.').reduce((here, key) => (here as Record<string, unknown>)[key], value)

/** Every field of an object, by its path; lists count as one field. */
const pathsOf = (value: object, before = ''): string[] =>
  Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? pathsOf(inner, `${before}${key}.`)
      : [`${before}${key}`],
  )

describe('the results, as the seed has them', () => {
  let api: FakeApi
  let mined: Mined
  let verified: Verified
  let failed: Verified
  before(async () => {
    api = await startFakeApi(() => ({ body: '{"price": 75000.50}' }))
    const archive = Archive.inMemory()
    mined = await mine(`${api.url}/price`, portsOf({ archive }))
    verified = await verify(mined, portsOf({ archive }))
    failed = await verify(mined, portsOf({ archive, now: () => mined.observation.timestamp + 601 }))
  })
  after(() => api.close())

  const check = (result: () => unknown, fields: typeof mining) => {
    for (const [id, [field, form]] of Object.entries(fields))
      it(`${id} has ${field}`, () => {
        const value = at(result(), field)
        if (typeof form === 'string') expect(value).to.be.a(form)
        else expect(value).to.match(form)
      })
  }
  describe('of mining', () => check(() => mined, mining))
  describe('of verification', () => check(() => verified, verification))

  it('S3-26 is as sure as what vouches for it: one reply, two replies, a computation', () => {
    expect([mined.confidence, verified.confidence, failed.confidence]).to.deep.equal([0.5, 0.75, 1])
  })

  it('S3-32 expires in 15 minutes, and S3-29 has no draft where it does not pass', () => {
    const { expiresAt } = (verified as { attestationDraft: { expiresAt: number } }).attestationDraft
    expect(expiresAt - Math.floor(Date.now() / 1_000)).to.be.within(800, 900)
    expect(gist(failed)).to.equal('OK FAIL STALE_DATA')
    expect(failed).not.to.have.property('attestationDraft')
  })

  it('S3-17…S3-33 have every field that the seed itself names, of its type', function () {
    const folder = process.env.CRESOLVER_SEEDS
    if (folder === undefined) skipFor(this, 'CRESOLVER_SEEDS is not set, and this reads the seed')
    const page = readFileSync(join(folder, '003-participant-moltbot-skill.md'), 'utf8')
    const shapes = page
      .split(/^json$/m)
      .slice(1)
      .map((text) => JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)))
    expect(shapes).to.have.length(4)
    const [, , mining, verification] = shapes
    for (const [shape, result] of [
      [mining, mined],
      [verification, verified],
    ] as const)
      for (const path of pathsOf(shape)) {
        const [wanted, value] = [at(shape, path), at(result, path)]
        if (Array.isArray(wanted)) expect(value, path).to.be.an('array')
        else expect(value, path).to.be.a(wanted === 'number' ? 'number' : 'string')
      }
  })

  it('S3-4 S3-5 S3-11 S3-14 are of tasks that have every field that the seed names, and no other', async () => {
    const task = miningTask(`${api.url}/price`)
    const fields = ['fundId', 'roomId', 'epochId', 'sourceSpec']
    for (const field of fields) {
      const { [field as 'fundId']: _, ...without } = task
      expect(gist(await runTask(without, portsOf())), field).to.equal('ERROR - MALFORMED_TASK')
    }
    expect(gist(await runTask({ ...task, more: 1 }, portsOf()))).to.equal('ERROR - MALFORMED_TASK')
  })
})
