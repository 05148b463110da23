/** Who this service is, as other services know it. */
export const botId = 'intel.resolutionruleparser'

/** It looks and tells, and never trades: nothing here holds a key or signs. */
export const mode = 'shadow_only'

export const topic = 'polytraders.reports.observation'

/** A topic's name as PostgreSQL spells a channel. */
export const channelOf = (name: string): string => name.replace(/[^a-z0-9_]/g, '_')

export const identity = {
  bot_id: botId,
  bot_name: 'ResolutionRuleParser',
  slug: 'resolutionruleparser',
  layer: 'Intelligence',
  layer_key: 'intel',
  bot_class: 'Signal Service',
  authority: ['Read-only'],
  flagship: true,
  is_reference: false,
  public_export: false,
  default_mode: mode,
  user_visible: 'Advanced details only',
  reporting_groups: ['pretrade_intel'],
  network: ['polygon'],
  api_surface: ['gamma', 'data', 'internal'],
  version: { spec: '2.0.0', implementation: '0.1.0', schema: '2' },
  polymarket_v2_compat: {
    clob_version: 'v2',
    collateral: 'pUSD',
    eip712_domain_version: '2',
    builder_code_aware: false,
    negrisk_aware: true,
    multichain_ready: false,
    settlement_contract: 'CTFExchangeV2',
  },
  reporting: {
    emits_kinds: ['ObservationReport'],
    topics: [topic],
    cadence: 'every-event',
    retention_class: '1y',
    sampling_rule: 'emit-every',
    bus_failure_action: 'drop-after-buffer',
    user_visible: 'summary-only',
  },
  depends_on: ['risk.kill_switch'],
  emits_to: ['strat.resolution_aware_strategies'],
  sibling: ['intel.sourceoftruthverifier'],
  security: { signs_orders: false, private_key_access: 'none' },
} as const
