import { type Command, Option } from 'commander'
import { Verification } from '../../../protocol/index.ts'
import { replay } from '../../../workers/pipeline/replay.ts'
import { type Stage, stages } from '../../../workers/pipeline/Stage.ts'
import { print, write } from '../../terminal/output.ts'
import { table } from '../../terminal/table.ts'
import { acquisitionScenario, question, type Story, type StoryRun, stories } from './acquisition.ts'

export function register(group: Command): void {
  group
    .command('example')
    .description('run the worked example: has one company announced that it acquires another?')
    .addOption(
      new Option('--story <name>', 'what its pages say; all stories when left out').choices([...stories]),
    )
    .option('--json', 'one line of JSON a story')
    .addHelpText(
      'after',
      '\nExample:\n  cresolver worker example --story rumours\n\nRuns offline: pages and model replies are recorded.',
    )
    .action(async ({ story, json }: { story?: Story; json?: boolean }) => {
      for (const name of story === undefined ? stories : [story]) {
        const summary = summarize(await acquisitionScenario(name))
        await (json ? print(summary, { json }) : write(`${render(summary)}\n`))
      }
    })
}

type Summary = ReturnType<typeof summarize>

/** What a story shows: how each stage went, what was decided, and that it can be executed again. */
export function summarize({ story, events, answered }: StoryRun) {
  const { reply, proof } = answered
  const how = (stage: Stage) => {
    const event = events.find((one) => one.stage === stage && one.type !== 'started')
    if (event === undefined) return { stage, status: 'not reached', detail: null }
    if (event.type === 'failed') return { stage, status: event.code, detail: null }
    return { stage, status: 'done', detail: event.type === 'finished' ? event.detail : null }
  }
  return {
    story,
    stages: stages.map(how),
    outcome: reply.outcome ?? null,
    confidence: reply.confidence,
    rule: proof?.bundle.verdict.resolution_rule_id ?? null,
    roots:
      proof === null
        ? null
        : {
            prompt_spec_hash: proof.bundle.prompt_spec_hash,
            evidence_root: proof.bundle.evidence_root,
            reasoning_root: proof.bundle.reasoning_root,
            por_root: proof.bundle.por_root,
          },
    verified: proof !== null && Verification.verifyPorBundle(proof).ok,
    replayed: proof !== null && replay(proof, { sources: new Map() }).ok,
    evidence: reply.evidence,
    sources: reply.sources,
  }
}

export function render(summary: Summary): string {
  const { story, outcome, confidence, rule, roots, verified, replayed, evidence } = summary
  const rows = summary.stages.map(({ stage, status, detail }, i) => [
    String(i + 1),
    stage,
    status,
    detail === null ? '' : JSON.stringify(detail),
  ])
  return [
    `${question}\nStory: ${story}\n`,
    table(['', 'stage', 'status', 'detail'], rows),
    '',
    table(['root', 'value'], Object.entries(roots ?? {})),
    '',
    `${outcome} at ${confidence} by rule ${rule ?? 'none'}; the proof ${verified ? 'holds' : 'does not hold'}, executed again it ${replayed ? 'comes out the same' : 'comes out differently'}.\n`,
    evidence,
    '',
  ].join('\n')
}
