import { expect } from 'chai'
import { checkConfig, readConfig } from '../../../../adapters/rules/service/Config.ts'
import { checkParameters } from '../../../../adapters/rules/service/Parameters.ts'

describe('the config of the ResolutionRuleParser', () => {
  it('the example config is right, and what is wrong in one is said field by field', () => {
    const config = readConfig('adapters/rules/service/examples/rules.yaml')
    expect(checkParameters(config.parameters)).to.deep.equal([])
    const wrong = {
      markets: { conditionIds: ['0x12'] },
      limits: { inFlight: 11, queue: 101 },
      retentionDays: 3,
    }
    try {
      checkConfig(wrong, { file: 'rules.yaml' })
      expect.fail('It was taken.')
    } catch (error) {
      expect((error as { fields: string[] }).fields).to.deep.equal([
        'markets.conditionIds.0',
        'retentionDays',
        'limits.inFlight',
        'limits.queue',
      ])
    }
  })
})
