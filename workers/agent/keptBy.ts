import { forgetRows, type Kept } from '../../services/store/retention.ts'
import type { Agent } from './Agent.ts'
import type { Config } from './Config.ts'

/**
 * What an agent keeps, and for how long. What it signed is none of it: those rows keep it from signing something else, for ever.
 * A proof goes once no answer names it.
 */
export function keptBy(
  { store, agentId }: Pick<Agent, 'store' | 'agentId'>,
  { roundsDays, plainDays }: Config['retention'],
): Kept[] {
  const answers = (name: string, days: number | null, where: string): Kept => ({
    name,
    days,
    forget: forgetRows(store, { table: 'agent.answers', where: `old.agent_id = ${agentId} and ${where}` }),
  })
  return [
    answers('answers in rounds', roundsDays, 'old.chain_id is not null'),
    answers('plain answers', plainDays, 'old.chain_id is null'),
    {
      name: 'first asks',
      days: 1,
      forget: forgetRows(store, { table: 'agent.first_asks', where: `old.agent_id = ${agentId}` }),
    },
    {
      name: 'proofs',
      days: 1,
      forget: forgetRows(store, {
        table: 'agent.proofs',
        where: 'not exists (select 1 from agent.answers where answers.por_root = old.por_root)',
      }),
    },
  ]
}
