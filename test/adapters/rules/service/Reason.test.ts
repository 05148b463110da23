import { expect } from 'chai'
import { explainMechanism, reasons } from '../../../../adapters/rules/service/Reason.ts'

describe('reasons', () => {
  it('S4-38, S4-39: speaks to users in the words agreed, with the real bond and window', () => {
    expect(reasons.RESOLUTIONRULEPARSER_RULE_CHANGE.user_message).to.equal(
      'The resolution conditions for this market were recently updated. The system flagged this for review before allowing new positions.',
    )
    expect(explainMechanism('UMA Optimistic Oracle', 750, 7_200)).to.equal(
      "This market resolves via UMA's decentralised oracle, which requires a $750 pUSD bond and a 2-hour challenge window.",
    )
    expect(explainMechanism('UMA Optimistic Oracle', 500, 1_800)).to.include('$500 pUSD bond and a 30-minute')
  })

  it('S4-68 … S4-71: has the four reason codes with severity and message', () => {
    const told = Object.entries(reasons).map(([code, { severity, user_message }]) => [
      code,
      severity,
      user_message,
    ])
    expect(told.slice(0, 4)).to.deep.equal([
      [
        'RESOLUTIONRULEPARSER_MISSING_RULES',
        'WARN',
        'Resolution rules for this market are not yet published.',
      ],
      ['STALE_DATA', 'WARN', ''],
      [
        'KILL_SWITCH_ACTIVE',
        'HARD_REJECT',
        'Rule parsing signals paused while trading is suspended system-wide.',
      ],
      ['RESOLUTIONRULEPARSER_SOURCE_CHANGE', 'WARN', 'The resolution source for this market has changed.'],
    ])
  })
})
