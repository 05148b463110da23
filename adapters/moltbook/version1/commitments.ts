import { z } from 'zod'
import { Schema } from '../../../protocol/index.ts'
import * as Market from '../Market.ts'
import { RefusalError } from './RefusalError.ts'
import type { Old } from './schema.ts'
import { readTime, type Zone } from './times.ts'

const written = z.object({
  agent: z.string().min(1).max(128),
  position: Schema.yesOrNo,
  /** A share of 1, as version 1 kept it, or whole per cent. */
  confidence: z.number().min(0).max(100),
  timestamp: z.string(),
  comment_id: z.string().nullish(),
})

type Options = { readonly deadline: string; readonly zone: Zone | null; readonly losses: string[] }

/** The commitments of a market of version 1, in whole per cent. What cannot count any more is listed. */
export const commitmentsOf = ({ commitments }: Old, options: Options): Market.Commitment[] =>
  (commitments ?? []).flatMap((value, i) => {
    const one = commitmentOf(value, i, options)
    return one === null ? [] : [one]
  })

function commitmentOf(
  value: unknown,
  i: number,
  { deadline, zone, losses }: Options,
): Market.Commitment | null {
  const result = written.safeParse(value)
  if (!result.success) {
    losses.push(`commitment ${i} cannot be read: ${JSON.stringify(value).slice(0, 200)}`)
    return null
  }
  const { agent, position, confidence, timestamp, comment_id } = result.data
  const read = readTime(timestamp, zone)
  if ('fault' in read)
    throw new RefusalError(`the time ${JSON.stringify(timestamp)} of its commitment ${i} ${read.fault}`)
  if (read.at >= deadline) {
    losses.push(`commitment ${i} of ${agent} came after the deadline`)
    return null
  }
  const exact = confidence <= 1 ? confidence * 100 : confidence
  const percent = Math.round(exact)
  if (Math.abs(exact - percent) > 1e-9)
    losses.push(`commitment ${i} of ${agent} said ${confidence}: ${percent} %`)
  return {
    agent,
    position,
    confidence: percent,
    comment_id: keptId(comment_id, losses),
    committed_at: read.at,
  }
}

export function keptId(value: string | null | undefined, losses: string[]): string | null {
  if (value === null || value === undefined) return null
  if (Market.remoteId.safeParse(value).success) return value
  losses.push(`the id ${JSON.stringify(value).slice(0, 100)} is none of Moltbook`)
  return null
}
