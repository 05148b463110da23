import { Option } from 'commander'
import { Vote } from '../../protocol/index.ts'
import { type Actor, getMarket } from './marketState.ts'

/** The outcome that an appeal, or a call of the arbiter, objects to. */
export type Objecting = { against?: 'yes' | 'no' | 'invalid' }

/** Without it, what stands when the command reads it; with it, nothing is paid should a strike turn the outcome first. */
export const against = (): Option =>
  new Option('--against <outcome>', 'the outcome you object to (default: the one that stands now)').choices([
    'yes',
    'no',
    'invalid',
  ])

/** Its number in the contract. */
export async function objectedTo(me: Actor, marketId: bigint, options: Objecting): Promise<number> {
  if (options.against !== undefined) return Vote.code(options.against.toUpperCase() as Vote.Outcome)
  const { outcome } = await getMarket(me, marketId)
  return outcome
}
