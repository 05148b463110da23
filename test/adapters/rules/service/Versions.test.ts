import { expect } from 'chai'
import {
  appendVersion,
  firstBroken,
  hashOf,
  lastVersion,
  versionsOf,
} from '../../../../adapters/rules/service/Versions.ts'
import { Hash } from '../../../../protocol/index.ts'
import { idOf, marketOf } from './fakeGamma.ts'
import { makeStage, type Stage, seenOf, start } from './stage.ts'
import { describeWorlds } from './world.ts'

const rules = String(marketOf(1).description)

describeWorlds('versions of a rule', (world) => {
  it('S4-52: versions are a chain, which shows any change, gap or swap, and can be changed by nobody', async () => {
    const { gamma, settle, store } = world()
    gamma.put(marketOf(1))
    const service = await world().start()
    await settle(service)
    for (const more of ['A.', 'B.']) {
      gamma.edit(idOf(1), { description: `${rules} ${more}` })
      world().pass(301)
      await settle(service)
    }
    const links = await versionsOf(store, idOf(1))
    expect(links).to.have.length(3)
    expect(firstBroken(links)).to.equal(null)
    const [a, b, c] = links
    expect(firstBroken([a!, { ...b!, market: b!.market.replace('A.', 'X.') }, c!])).to.equal(2)
    expect(firstBroken([a!, c!])).to.equal(2)
    expect(firstBroken([b!, a!, c!])).to.equal(1)
    expect(firstBroken([a!, { ...b!, seen_at: new Date(b!.seen_at.getTime() + 1) }, c!])).to.equal(2)
    for (const change of [`update versions set market = '{}'`, 'delete from versions', 'truncate versions']) {
      const error = await store.query(change).catch((one) => one)
      expect(error, change).to.have.property('message').that.includes('is kept as it is')
    }
  })
})

describe('the chain of a market', () => {
  let stage: Stage
  beforeEach(async () => {
    stage = await makeStage()
    await stage.lease(1)
  })
  const append = (last: { number: number; hash: string | null }, text: string) =>
    appendVersion(stage.store, idOf(1), last, {
      ...seenOf(1, { description: text }),
      change: last.hash === null ? 'first' : 'semantic',
      at: new Date(start + last.number),
    })

  it('S4-52: each link names the one before, and the last one is known', async () => {
    const first = await append({ number: 0, hash: null }, 'Resolves Yes if A.')
    expect(first).to.include({ number: 1, previous: null })
    const second = await append(first, 'Resolves Yes if B.')
    expect(second).to.include({ number: 2, previous: first.hash })
    expect(await lastVersion(stage.store, idOf(1))).to.deep.equal(second)
    const links = await versionsOf(stage.store, idOf(1))
    expect(links.map(hashOf)).to.deep.equal([first.hash, second.hash])
    expect(links.map(({ change }) => change)).to.deep.equal(['first', 'semantic'])
    expect(JSON.parse(links[1]!.market).rules).to.equal('Resolves Yes if B.')
  })

  it('S4-52: every field of a link is in its hash', async () => {
    await append({ number: 0, hash: null }, 'Resolves Yes if A.')
    const [link] = await versionsOf(stage.store, idOf(1))
    const other = Hash.ofText('other')
    for (const change of [
      { condition_id: idOf(2) },
      { number: 2 },
      { previous: other },
      { rules_hash: other },
      { raw_hash: other },
      { resolution_source: 'other' },
      { change: 'cosmetic' as const },
      { market: '{}' },
      { seen_at: new Date(start + 1) },
    ])
      expect(hashOf({ ...link!, ...change }), JSON.stringify(change)).to.not.equal(link!.hash)
  })

  it('S4-84: two processes cannot append the same link', async () => {
    await append({ number: 0, hash: null }, 'Resolves Yes if A.')
    const error = await append({ number: 0, hash: null }, 'Resolves Yes if B.').catch((one) => one)
    expect(error).to.have.property('code', '23505')
    expect(firstBroken(await versionsOf(stage.store, idOf(1)))).to.equal(null)
  })

  it('an empty chain is whole', () => {
    expect(firstBroken([])).to.equal(null)
  })
})
