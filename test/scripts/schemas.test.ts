import { expect } from 'chai'
import { models, outdated, spell } from '../../scripts/schemas.ts'

describe('JSON Schemas', () => {
  it('S2-7 S2-89: docs/schemas holds what the code says; `npm run schemas` writes it anew', () => {
    expect(outdated()).to.deep.equal([])
  })

  it('S2-55 S2-56 S2-57 S2-58 S2-59 S2-60 S2-62: every model of the design has one, with all its fields', () => {
    const fields = (name: string) => Object.keys(JSON.parse(spell(name)).properties)
    expect(Object.keys(models)).to.have.length.greaterThan(15)
    expect(fields('MarketSpec')).to.include.members([
      'market_id',
      'question',
      'event_definition',
      'timezone',
      'resolution_deadline',
      'resolution_window',
      'resolution_rules',
      'allowed_sources',
      'min_provenance_tier',
      'dispute_policy',
    ])
    expect(fields('PromptSpec')).to.include.members([
      'task_type',
      'market',
      'prediction_semantics',
      'data_requirements',
      'output_schema',
      'forbidden_behaviors',
    ])
    expect(fields('EvidenceBundle')).to.include.members([
      'bundle_id',
      'items',
      'collection_time',
      'collector_id',
      'provenance_summary',
    ])
    expect(fields('EvidenceItem')).to.include.members([
      'evidence_id',
      'source',
      'retrieval',
      'provenance',
      'content_type',
      'content',
      'normalized',
    ])
    expect(fields('ReasoningTrace')).to.include.members(['trace_id', 'steps', 'policy', 'evidence_refs'])
    expect(fields('ReasoningStep')).to.include.members([
      'step_id',
      'type',
      'inputs',
      'action',
      'output',
      'hash_commitment',
    ])
  })
})
