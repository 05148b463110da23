import { expect } from 'chai'
import type { Answer } from '../../../../cli/commands/eval/Candidate.ts'
import { keepEval } from '../../../../cli/commands/eval/keepEval.ts'
import { temporaryFolder } from '../../../../local/temporaryFolder.ts'
import { checkConfig } from '../../../../workers/agent/Config.ts'
import { fitnessOf, keyOf } from '../../../../workers/agent/Evaluation.ts'
import { failing, line, played } from './lines.ts'

describe('keepEval', () => {
  const folder = temporaryFolder('keep')
  after(() => folder.remove())
  let agentId = 0
  const configOf = () =>
    checkConfig(
      {
        agentId: ++agentId,
        personality: 'llm',
        sources: { transport: 'live' },
        model: { kind: 'openai', model: 'one' },
      },
      { file: `${folder.path}/worker.yaml` },
    )
  const judged = (count: number, more: Partial<Answer> = {}) =>
    Array.from({ length: count }, (_, i) => ({ played: played(`${i}`), line: line(`${i}`, 'YES', more) }))
  const kept = (config: ReturnType<typeof configOf>, all: ReturnType<typeof judged>) =>
    keepEval(
      config,
      { judged: all, stopped: null },
      { key: keyOf(config), model: 'openai:one', now: 1_771_632_000 },
    )

  it('FREETEXT §4: keeps what was measured, and says whether the worker may stake', () => {
    const config = configOf()
    expect(kept(config, [...judged(98), ...judged(2, { outcome: 'NO' })])).to.match(
      /^Kept in .*agent-\d+\.eval\.json\. Its last eval is wrong in 2 of 100 cases \(2\.0 %\)\. It may stake\.$/,
    )
    expect(fitnessOf(config)).to.deep.include({ state: 'fit' })
    expect(kept(config, [...judged(97), ...judged(3, { outcome: 'NO' })])).to.match(
      /more than 2 %\. It will not stake\.$/,
    )
    expect(fitnessOf(config)).to.deep.include({ state: 'wrong' })
  })

  it('too few answers are no eval, and answers that failed are none', () => {
    const config = configOf()
    expect(kept(config, judged(49))).to.equal(
      "Not kept as the worker's eval: 49 cases were answered, and it needs 50.",
    )
    expect(kept(config, [...judged(49), ...judged(30, failing)])).to.contain('49 cases were answered')
    expect(fitnessOf(config)).to.deep.equal({ state: 'absent' })
  })
})
