import { type Admission, Round, RoundFile, Wire } from '../protocol/index.ts'
import type { RoundView } from '../services/chain/Chain.ts'
import type { ReplyRow } from './Records.ts'

/** A stored row as it stands in a batch. */
export const toItem = ({ place, agent_id, status, reply }: ReplyRow): RoundFile.Item => ({
  index: place,
  agent_id: Number(agent_id),
  reply: reply === null ? null : JSON.parse(reply),
  status: status as RoundFile.Item['status'],
})

/** Which answers of a round count. */
export const admissionsOf = (view: RoundView, answers: readonly RoundFile.Item[]): Admission.Admission[] =>
  Round.admit(
    view,
    answers.map((one) => Wire.readAnswer(RoundFile.replyOf(one))),
  )
