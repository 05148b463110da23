import type { Answer, Candidate } from '../../../../cli/commands/eval/Candidate.ts'
import { type Case, schema } from '../../../../cli/commands/eval/Case.ts'
import { nothing } from '../../../../cli/commands/eval/Effort.ts'
import { judge, type LiveLine } from '../../../../cli/commands/eval/judge.ts'
import { asked, source } from '../../../helpers/factsFixture.ts'

/** A case to be judged, and answers to it. */
export const played = (id: string, truth: Case['truth'] = 'YES', more: object = {}): Case =>
  schema.parse({ ...asked, id, sources: [source], pages: [], truth, ...more })

/** An answer that took two seconds and a thousandth of a dollar, in two stages. */
export const answer = (more: Partial<Answer> = {}): Answer => ({
  outcome: 'YES',
  confidence: 0.8,
  rule: 'affirmed',
  why: 'It says so.',
  failed: null,
  effort: {
    ms: 2_000,
    stages: {
      collector: { ...nothing, ms: 500 },
      auditor: { ms: 1_500, calls: 2, input_tokens: 900, output_tokens: 100, cost_micro_usd: 1_000 },
    },
  },
  ...more,
})

export const failing = answer({
  outcome: 'INVALID',
  confidence: 0,
  rule: 'abstained',
  failed: 'The provider is away.',
})

export const line = (id: string, truth: Case['truth'], more: Partial<Answer> = {}): LiveLine =>
  judge(played(id, truth), answer(more), 'me')

/** Someone to measure who says what they are given to say, and the cases that they were asked. */
export function scripted(say: (played: Case) => Answer) {
  const heard: string[] = []
  const candidate: Candidate = {
    name: 'someone',
    about: 'A script.',
    by: 'me',
    async answer(one) {
      heard.push(one.id)
      return say(one)
    },
    close: async () => {},
  }
  return { candidate, heard }
}
