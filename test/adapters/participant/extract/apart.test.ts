import { expect } from 'chai'
import * as Archive from '../../../../adapters/participant/Archive.ts'
import { extractApart } from '../../../../adapters/participant/extract/apart.ts'
import { extractor as schema } from '../../../../adapters/participant/extract/Recipe.ts'
import { TaskError } from '../../../../adapters/participant/Reason.ts'
import { runTask } from '../../../../adapters/participant/runTask.ts'
import { claimHash } from '../../../../adapters/participant/Subject.ts'
import { Bytes, Hash } from '../../../../protocol/index.ts'
import { itInFull } from '../../../helpers/budget.ts'
import { gist, type Mined, miningTask, portsOf, verify } from '../helpers.ts'

const most = 1_048_576
const filled = (unit: string, length = most - 64): string => unit.repeat(Math.floor(length / unit.length))

/** Recipes that are in order, and replies that take minutes or gigabytes with them. */
const hostile = {
  'a filter of sixty comparisons at every place': [
    { type: 'jsonpath', recipe: `$..[?${Array(60).fill('@.a==2').join('||')}]` },
    `[${filled('0,')}0]`,
  ],
  'a name of 400 kB above all others': [
    { type: 'jsonpath', recipe: '$..*' },
    `{"${'k\\\\n'.repeat(100_000)}":[${filled('0,', 500_000)}0]}`,
  ],
  'letters of all scripts, counted': [
    { type: 'regex', recipe: '(?i)(\\pL|\\pN|.)*ſ{100}' },
    filled('ſ', most / 2),
  ],
} as const

const find = async (recipe: unknown, body: string, limitMs?: number): Promise<string> => {
  try {
    const { value } = await extractApart(schema.parse(recipe), body, limitMs === undefined ? {} : { limitMs })
    return value
  } catch (error) {
    if (error instanceof TaskError) return error.reason
    throw error
  }
}

describe('S3-8 a recipe on a large reply', function () {
  this.timeout(60_000)

  for (const [name, [recipe, body]] of Object.entries(hostile))
    it(`is ended where it would take too long: ${name}`, async () => {
      let turns = 0
      const turning = setInterval(() => turns++, 1)
      const found = await find(recipe, body, 300).finally(() => clearInterval(turning))
      expect(found).to.equal('RECIPE_TOO_COSTLY')
      expect(turns, 'nobody else had to wait').to.be.greaterThan(10)
    })

  it('does not begin with a page that nests too much', async () => {
    const page = `${'<b>'.repeat(1_900)}${filled('</i></b><b>', most - 5_700)}`
    expect(await find({ type: 'css', recipe: 'b' }, page)).to.equal('UNREADABLE_REPLY')
  })

  it('finds what it finds elsewhere, also after another was ended, and several at once', async () => {
    const body = `{"more":"${'x'.repeat(500_000)}","price": 75.10}`
    const found = await Promise.all([
      find({ type: 'jsonpath', recipe: '$.price' }, body),
      find({ type: 'regex', recipe: 'price": ([0-9.]+)' }, body),
      find({ type: 'jsonpath', recipe: '$.cost' }, body),
      find({ type: 'jsonpath', recipe: '$.more' }, body),
      find({ type: 'css', recipe: 'p' }, `<p>7</p><div>${'y'.repeat(500_000)}</div>`),
      find({ type: 'jsonpath', recipe: '$[0]' }, `[7,${filled('0,')}0]`),
    ])
    expect(found).to.deep.equal(['75.10', '75.10', 'NOTHING_FOUND', 'VALUE_TOO_LONG', '7', '7'])
  })

  itInFull(
    'S3-34 that is too costly ends a task as an error, and a verification without a verdict for or against',
    async () => {
      const [extractor, body] = hostile['a filter of sixty comparisons at every place']
      const fetch = async () => ({
        status: 200,
        headers: {},
        body,
        retrievedAt: 1_000,
        method: 'GET' as const,
      })
      const ports = portsOf({ now: () => 1_000, fetch, archive: Archive.inMemory() })
      const task = miningTask('https://example.org/', extractor)
      expect(gist(await runTask(task, ports))).to.equal('ERROR - RECIPE_TOO_COSTLY')
      const responseHash = Hash.ofBytes(Bytes.fromText(body))
      const { fundId, roomId, epochId, sourceSpec } = task
      const observation = {
        sourceSpecId: sourceSpec.sourceSpecId,
        token: 'BTC',
        timestamp: 1_000,
        extracted: '7',
        responseHash,
        evidenceURI: `keccak256:${responseHash}`,
        crawler: ports.self,
      }
      const claim = { fundId, roomId, epochId, sourceSpec, observation } as Mined['claim']
      const result = await verify({ claim, claimHash: claimHash(claim) }, ports)
      expect(gist(result)).to.equal('OK NEED_MORE_EVIDENCE RECIPE_TOO_COSTLY')
      expect(result).not.to.have.property('attestationDraft')
    },
  )
})
