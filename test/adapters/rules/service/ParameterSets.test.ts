import { expect } from 'chai'
import {
  decideParameters,
  decisions,
  find,
  lastUsed,
  mayBeUsed,
  pendingSets,
  propose,
  use,
} from '../../../../adapters/rules/service/ParameterSets.ts'
import { hashOf, schema } from '../../../../adapters/rules/service/Parameters.ts'
import { Hash } from '../../../../protocol/index.ts'
import { makeStage, type Stage, start } from './stage.ts'

const usual = schema.parse({})
const slow = schema.parse({ poll_interval_s: 4_000 })
const slower = schema.parse({ poll_interval_s: 5_000 })

describe('sets of parameters', () => {
  let stage: Stage
  beforeEach(async () => {
    stage = await makeStage()
  })
  const at = (seconds: number) => new Date(start + seconds * 1_000)
  const said = (isApproved: boolean) => ({ isApproved, by: 'ann', why: 'agreed', at: at(9) })

  it('S4-21: are allowed within the limits, and wait beyond them', async () => {
    const allowed = await propose(stage.store, usual, at(0))
    expect(allowed).to.deep.equal({
      hash: hashOf(usual),
      parameters: usual,
      breaches: [],
      status: 'allowed',
      proposedAt: at(0),
    })
    const waiting = await propose(stage.store, slow, at(1))
    expect(waiting).to.deep.include({
      status: 'pending',
      breaches: [{ parameter: 'poll_interval_s', value: 4_000, hard: 3_600 }],
    })
    expect([allowed, waiting].map(mayBeUsed)).to.deep.equal([true, false])
    expect(await pendingSets(stage.store)).to.deep.equal([waiting])
  })

  it('are proposed once: the first time counts', async () => {
    await propose(stage.store, slow, at(0))
    expect((await propose(stage.store, slow, at(60))).proposedAt).to.deep.equal(at(0))
  })

  it('S4-21: the last word on a set holds, and saying it twice is refused', async () => {
    const { hash } = await propose(stage.store, slow, at(0))
    expect(await decideParameters(stage.store, hash, said(true))).to.equal(true)
    expect(await decideParameters(stage.store, hash, said(true))).to.equal(false)
    expect((await find(stage.store, hash))?.status).to.equal('approved')
    expect(await pendingSets(stage.store)).to.deep.equal([])
    expect(await decideParameters(stage.store, hash, said(false))).to.equal(true)
    expect((await find(stage.store, hash))?.status).to.equal('rejected')
    expect((await decisions(stage.store)).map((one) => one.is_approved)).to.deep.equal([false, true])
  })

  it('there is nothing to decide on sets that are unknown or within the limits', async () => {
    const { hash } = await propose(stage.store, usual, at(0))
    expect(await decideParameters(stage.store, hash, said(false))).to.equal(false)
    expect(await decideParameters(stage.store, Hash.ofText('none'), said(true))).to.equal(false)
    expect(await find(stage.store, Hash.ofText('none'))).to.equal(null)
    expect(await decisions(stage.store)).to.deep.equal([])
  })

  it('S4-21: the last set in use is the last that still may be used', async () => {
    expect(await lastUsed(stage.store)).to.equal(null)
    const [first, second, third] = [
      await propose(stage.store, usual, at(0)),
      await propose(stage.store, slow, at(0)),
      await propose(stage.store, slower, at(0)),
    ]
    await decideParameters(stage.store, second.hash, said(true))
    await use(stage.store, first, at(1))
    await use(stage.store, third, at(3))
    await use(stage.store, second, at(2))
    expect((await lastUsed(stage.store))?.hash).to.equal(second.hash)
    await decideParameters(stage.store, second.hash, said(false))
    expect((await lastUsed(stage.store))?.hash).to.equal(first.hash)
    // Use that is noted late does not turn the time back.
    await use(stage.store, first, at(0))
    const [row] = await stage.store.query('select used_at from parameter_sets where hash = $1', [first.hash])
    expect(row).to.deep.equal({ used_at: at(1) })
  })

  it('a row whose values are not those of its hash, or cannot be read, counts for nothing', async () => {
    const { hash } = await propose(stage.store, slow, at(0))
    for (const text of [JSON.stringify(slower), '{"poll_interval_s":"x"}', 'no JSON']) {
      await stage.store.query('update parameter_sets set parameters = $1, used_at = $2', [text, at(1)])
      expect(await find(stage.store, hash), text).to.equal(null)
      expect(await lastUsed(stage.store), text).to.equal(null)
      expect(await pendingSets(stage.store), text).to.deep.equal([])
      expect(await decideParameters(stage.store, hash, said(true)), text).to.equal(false)
      const error = await propose(stage.store, slow, at(2)).catch((one) => one)
      expect(error, text).to.have.property('message', `The parameters stored as ${hash} are others.`)
    }
  })
})
