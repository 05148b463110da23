import { Address, Question, Wire } from '../../../protocol/index.ts'
import type { Task } from '../../../workers/pipeline/Resolver.ts'
import type { Case } from './Case.ts'

/** The question of a case as it stands in a request: the title, and under it the rules. */
export const textOf = ({ question, rules }: Pick<Case, 'question' | 'rules'>): string =>
  `${question}\n${rules}`.trim()

/** When a case is asked: its pages were fetched then. */
export const askedAt = ({ asked_at, deadline, created }: Case): number =>
  asked_at ?? (deadline ?? created ?? 0) + 86_400

/** A case as a worker is given it: a plain request, of a market that is on no chain. */
export function taskOf(played: Case): Task {
  const { deadline, created } = played
  const question = textOf(played)
  const request: Wire.ResolveRequest = {
    market_id: 0,
    question,
    ...(deadline === null ? {} : { deadline }),
  }
  return {
    request,
    parsed: Question.parse(question, deadline === null ? {} : { deadline }),
    requestHash: Wire.requestHash(request),
    chainId: 0,
    market: Address.zero,
    round: 0,
    deadline,
    created,
  }
}
