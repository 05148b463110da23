/** Why something was, or was not, reported: stable codes with what they mean for whoever reads the log or the market's page. */
export type Severity = 'INFO' | 'WARN' | 'HARD_REJECT'

export const reasons = {
  RESOLUTIONRULEPARSER_MISSING_RULES: {
    severity: 'WARN',
    action: 'Nothing is reported; somebody should look at the market.',
    user_message: 'Resolution rules for this market are not yet published.',
  },
  STALE_DATA: {
    severity: 'WARN',
    action: 'Nothing is reported until fresh data has come; the last good hash stays.',
    user_message: '',
  },
  KILL_SWITCH_ACTIVE: {
    severity: 'HARD_REJECT',
    action: 'Parsing goes on; reports wait until the switch is released.',
    user_message: 'Rule parsing signals paused while trading is suspended system-wide.',
  },
  RESOLUTIONRULEPARSER_SOURCE_CHANGE: {
    severity: 'WARN',
    action: 'Reported with change_detected; strategies should look at it.',
    user_message: 'The resolution source for this market has changed.',
  },
  RESOLUTIONRULEPARSER_RULE_CHANGE: {
    severity: 'WARN',
    action: 'Reported with change_detected; strategies should look at it.',
    user_message:
      'The resolution conditions for this market were recently updated. The system flagged this for review before allowing new positions.',
  },
  RESOLUTIONRULEPARSER_SOURCE_UNREACHABLE: {
    severity: 'WARN',
    action: 'Nobody was twice at the page that the rule cites; somebody should look at it.',
    user_message: 'The source that decides this market could not be reached.',
  },
  RESOLUTIONRULEPARSER_CONFIDENCE_DROP: {
    severity: 'WARN',
    action: 'The parser understands the rule less well than before; somebody should look at it.',
    user_message: '',
  },
  RESOLUTIONRULEPARSER_LOW_CONFIDENCE: {
    severity: 'WARN',
    action: 'The report waits for a person.',
    user_message: '',
  },
  PARAMETER_CHANGE_REQUIRES_APPROVAL: {
    severity: 'HARD_REJECT',
    action: 'The service goes by the parameters that were last in use until a person approves these.',
    user_message: '',
  },
  MARKET_NOT_FOUND: {
    severity: 'WARN',
    action: 'Gamma answered that it has no such market; asked again at the next poll.',
    user_message: '',
  },
  UNREADABLE_MARKET: {
    severity: 'WARN',
    action: 'What Gamma sent is no market; the last good state stays.',
    user_message: '',
  },
} as const satisfies Record<string, { severity: Severity; action: string; user_message: string }>

export type Reason = keyof typeof reasons
export const reasonCodes = Object.keys(reasons) as readonly Reason[]

/** What a person is told of how a market resolves, with its real bond and window. */
export function explainMechanism(mechanism: string, bondPusd: number, livenessS: number): string {
  if (!/\buma\b/i.test(mechanism)) return `This market resolves by: ${mechanism}.`
  return `This market resolves via UMA's decentralised oracle, which requires a $${bondPusd} pUSD bond and a ${spell(livenessS)} challenge window.`
}

const spell = (seconds: number): string =>
  seconds % 3_600 === 0 && seconds > 0 ? `${seconds / 3_600}-hour` : `${Math.round(seconds / 60)}-minute`
