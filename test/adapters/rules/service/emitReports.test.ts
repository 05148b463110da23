import { expect } from 'chai'
import { botId } from '../../../../adapters/rules/service/identity.ts'
import { idOf, marketOf } from './fakeGamma.ts'
import { describeWorlds } from './world.ts'

describeWorlds('the log of what is emitted', (world) => {
  it('S4-37: a report leaves a line in the log with the fields that developers look for', async () => {
    const { gamma, settle, said } = world()
    gamma.put(marketOf(1))
    const service = await world().start()
    await settle(service)
    const [line] = said('ObservationReport')
    expect(line).to.include({
      bot_id: botId,
      condition_id: idOf(1),
      change_detected: false,
      killswitch_active: false,
      emitted_at_ms: world().clock,
    })
    expect(line!.rules_hash).to.match(/^0x[0-9a-f]{64}$/)
    expect(line!.gamma_response_ms).to.be.a('number')
  })
})
