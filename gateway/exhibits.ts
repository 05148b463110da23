import { Json, Proof, RoundFile, Wire } from '../protocol/index.ts'
import type { RoundView } from '../services/chain/Chain.ts'
import { askAt, readBody } from './askPhase.ts'
import { fetchCapped } from './fetchCapped.ts'
import { type Gateway, keyOf } from './Gateway.ts'
import { requestBody } from './rebuild.ts'

/** The replies of workers that the DON asked itself: they are asked again, and say the same, or they are left out. */
export async function askAgain(
  gateway: Gateway,
  view: RoundView,
  answers: readonly RoundFile.Item[],
  places: readonly number[],
): Promise<RoundFile.Item[]> {
  const limits = { ms: gateway.limits.exhibitsMs, signal: gateway.stopping }
  const body = requestBody(view)
  const found = new Map<number, RoundFile.Item>()
  await Promise.all(
    places.map(async (place) => {
      const { agentId } = view.workers[place]!
      const attempt = await askAt(gateway, { key: keyOf(view), agentId, phase: 'answers', body }, limits)
      const read = attempt === null ? null : readBody(attempt.said, 'answers')
      if (read === null || read.reply === null) return
      const reply = JSON.parse(JSON.stringify(read.reply)) as Json.Json
      found.set(place, { index: place, agent_id: agentId, reply, status: 'ok' })
    }),
  )
  return answers.map((item) => found.get(item.index) ?? item)
}

/** What all proofs of a round may take together. */
const mostBytes = 4_194_304

/** Proofs of reasoning that workers have published under the root they signed: as many as come in time. */
export async function fetchProofs(
  { reach, limits, stopping }: Gateway,
  answers: readonly RoundFile.Item[],
): Promise<RoundFile.RoundFile['proofs']> {
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(limits.exhibitsMs)])
  const texts = await Promise.all(
    answers.map(async (answer) => {
      const { index } = answer
      const por = Wire.readAnswer(RoundFile.replyOf(answer)).reply?.por
      if (por === undefined) return null
      const text = await fetchCapped(por.uri, { ...reach, maxBytes: limits.proofBytes, signal })
      const proof = text === null ? null : proofIn(text, por.root)
      return proof === null || text === null ? null : { index, proof, bytes: text.length }
    }),
  )
  let left = mostBytes
  return texts.flatMap((one) => {
    if (one === null || one.bytes > left) return []
    left -= one.bytes
    return [{ index: one.index, proof: one.proof }]
  })
}

/** A proof that says it has this root. Whether it is right is for those who verify the round. */
function proofIn(text: string, root: string): Json.Json | null {
  try {
    const value = Json.parse(text, { depth: 64 })
    const { data } = Proof.schema.safeParse(value)
    return data?.bundle.por_root === root ? (value as Json.Json) : null
  } catch {
    return null
  }
}
