import { expect } from 'chai'
import { rulesHash } from '../../../../adapters/rules/index.ts'
import type { Report } from '../../../../adapters/rules/service/ObservationReport.ts'
import { budget } from '../../../helpers/budget.ts'
import { idOf, marketOf } from './fakeGamma.ts'
import { cosmetic, firstRule, seeded, semantic, toText } from './mutations.ts'
import { makeWorld } from './world.ts'

const pollS = 300
const days = budget(1, 7)
const polls = (days * 86_400) / pollS
const count = 8

describe(`${days} days of edits, on an accelerated clock`, function () {
  this.timeout(600_000)

  it('S4-92: 100 % of semantic edits are found and reported once, cosmetic ones never, over outages, stops and restarts', async () => {
    const world = (await makeWorld('embedded'))!
    const { gamma } = world
    const random = seeded(Number(process.env.SOAK_SEED ?? 20_261_116))
    const rules = Array.from({ length: count }, () => firstRule(random))
    const texts = rules.map(toText)
    gamma.put(...texts.map((description, i) => marketOf(i, { description, resolutionSource: '' })))
    const env: NodeJS.ProcessEnv = {}
    // The parameters are those that a service has without being told any.
    const config = { killSwitch: { env: 'STOP' } }
    const begin = () => world.start(config, { env })
    let service = await begin()
    await world.settle(service)

    const expected: string[] = texts.map((text, i) => `${idOf(i)} ${rulesHash(text)}`)
    const tally = { semantic: 0, cosmetic: 0, outages: 0, stops: 0, restarts: 0 }
    let outageLeft = 0
    let stopLeft = 0
    for (let n = 0; n < polls; n++) {
      if (outageLeft > 0 && --outageLeft === 0) gamma.outage = null
      if (stopLeft > 0 && --stopLeft === 0) env.STOP = 'off'
      const i = random(count)
      // What is edited twice between two looks is seen once: an edit is made only when it will be looked at.
      if (outageLeft === 0 && random(3) === 0) {
        const isMeant = random(2) === 0
        if (isMeant) {
          rules[i] = semantic(rules[i]!, random)
          texts[i] = toText(rules[i]!)
          expected.push(`${idOf(i)} ${rulesHash(texts[i]!)}`)
          tally.semantic++
        } else {
          texts[i] = cosmetic(texts[i]!, random)
          tally.cosmetic++
        }
        gamma.edit(idOf(i), { description: texts[i] })
      } else if (outageLeft === 0 && random(150) === 0) {
        outageLeft = 1 + random(12)
        gamma.outage = { status: 503, body: '' }
        tally.outages++
      } else if (stopLeft === 0 && random(150) === 0) {
        stopLeft = 1 + random(12)
        env.STOP = 'on'
        tally.stops++
      } else if (random(300) === 0) {
        await service.stop()
        service = await begin()
        tally.restarts++
      }
      world.pass(pollS)
      await service.engine.tick()
      await service.engine.idle()
    }
    gamma.outage = null
    env.STOP = 'off'
    for (let n = 0; n < 3; n++) {
      world.pass(pollS + 1)
      await world.settle(service)
    }

    const told = await world.reports()
    const keyOf = (report: Report) => `${report.condition_id} ${report.resolution_rules_hash}`
    expect(told.map(keyOf).toSorted()).to.deep.equal(expected.toSorted())
    const changes = told.filter((report) => report.version.number > 1)
    expect(changes.every((report) => report.change_detected && report.change.kind === 'semantic')).to.equal(
      true,
    )
    expect(changes).to.have.length(tally.semantic)
    expect(tally.semantic).to.be.greaterThan(14 * days)
    expect(tally.cosmetic).to.be.greaterThan(14 * days)
    for (const what of ['outages', 'stops', 'restarts'] as const) expect(tally[what]).to.be.greaterThan(0)
    await world.end()
  })
})
