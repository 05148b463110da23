import { expect } from 'chai'
import { channelOf, identity, topic } from '../../../../adapters/rules/service/identity.ts'

describe('what the service says of itself', () => {
  it('S4-1, S4-3, C115: is an intelligence bot in shadow mode with one id', () => {
    expect(identity).to.include({
      bot_id: 'intel.resolutionruleparser',
      default_mode: 'shadow_only',
      layer_key: 'intel',
    })
    expect(identity.security).to.deep.equal({ signs_orders: false, private_key_access: 'none' })
  })

  it('S4-93: a topic is a channel of PostgreSQL under a name that PostgreSQL can spell', () => {
    expect(channelOf(topic)).to.equal('polytraders_reports_observation')
    expect(channelOf('a.b-c/d_9')).to.equal('a_b_c_d_9')
    // Capitals would be folded by PostgreSQL, and a listener would wait on another channel.
    expect(channelOf('Reports')).to.match(/^[a-z0-9_]+$/)
  })

  it('announces the one topic and the one kind that it emits', () => {
    expect(identity.reporting.topics).to.deep.equal([topic])
    expect(identity.reporting.emits_kinds).to.deep.equal(['ObservationReport'])
  })
})
