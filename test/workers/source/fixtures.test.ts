import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import * as Fixture from '../../../services/fetch/Fixture.ts'
import { replay } from '../../../services/fetch/replay.ts'
import type { Request } from '../../../services/fetch/Transport.ts'
import { agree } from '../../../workers/source/agree.ts'
import { fetchEvidence, Registry, readAgain, SourceConfig } from '../../../workers/source/index.ts'
import { auto, created, deadline, ruleOf } from './requirement.ts'

describe('fixtures of the project', () => {
  const folder = fileURLToPath(new URL('../../fixtures/sources', import.meta.url))
  const registry = SourceConfig.createRegistry(SourceConfig.schema.parse({}))
  const rules = [
    auto,
    ruleOf('source:binance:BTCUSDT', 'op:gte', 'target:75000'),
    ruleOf('source:defillama:aave', 'op:gte', 'target:1'),
    ruleOf('source:defillama:chain:Ethereum', 'op:gte', 'target:1'),
    ruleOf(
      'source:polymarket:will-it-rain-in-lisbon-on-february-19',
      'metric:resolved_yes',
      'op:eq',
      'target:1',
    ),
  ]

  it('S0-2: decide rules offline, the same way every time', async () => {
    const transport = replay(folder)
    const values: (string | undefined)[] = []
    for (const rule of rules) {
      const requirement = Registry.requirementOf(rule, { created, deadline })
      const source = Registry.sourceFor(registry, rule)
      const item = await fetchEvidence(source, requirement, transport, { evidenceId: 'e1' })
      expect(readAgain(source, item, requirement).faults).to.deep.equal([])
      values.push(item.normalized?.value)
    }
    expect(values).to.deep.equal([
      '68259.55',
      '68262.48750000',
      '27040000000.795063',
      '58040000000.795059',
      '1',
    ])
    expect(agree([{ value: values[0]! }, { value: values[1]! }], 10).agrees).to.equal(true)
  })

  it('are named as a recorder names them', () => {
    for (const name of readdirSync(folder)) {
      const { request } = Fixture.read(readFileSync(join(folder, name), 'utf8'), name)
      expect(Fixture.fileName(request as Request)).to.equal(name)
    }
  })
})
