import { writeFileSync } from 'node:fs'
import { testKey } from '../../cli/chain/account.ts'
import * as report from '../../cli/commands/report/index.ts'
import { sampleQuestion } from '../../local/samples/proof.ts'
import { type Options, playRound, type Saying } from '../../local/samples/round.ts'
import { readRound } from '../../services/chain/browser/readRound.ts'
import { commandsOf } from '../helpers/callCommand.ts'
import { votesOf } from '../helpers/votes.ts'
import type { Place } from './place.ts'

const sign = commandsOf('report', report.register)

export const yes = { value: '75120.5' } as const
export const no = { value: '74000' } as const
/** A worker whose own proof is about another round than its answer. */
export const liar: Saying = { ...yes, proof: (parts) => ({ ...parts, round: 7 }) }

/** A market whose three workers answered and were reported, and the round's file as a gateway would publish it. */
export async function tellRound(place: Place, sayings: readonly Saying[], options: Options = {}) {
  const id = await place.marketIn('requested', sampleQuestion)
  const round = await readRound(place, Number(id))
  // An Invalid is taken only once the source must have spoken.
  await place.pass(3_900)
  const played = await playRound(round, sayings, { keyOf: (i) => testKey(2 + i), ...options })
  await sign.json(`sign ${place.words}`, { input: JSON.stringify(votesOf(played.report)) })
  const path = `${place.folder}/round-${id}.json`
  writeFileSync(path, JSON.stringify(played.file))
  return { id, path, ...played }
}
