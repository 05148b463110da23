import * as Address from './Address.ts'
import * as Statement from './Statement.ts'
import * as Text from './Text.ts'
import * as Topic from './Topic.ts'

/** How a worker met its challenges: which it answered, and how well those answers keep to the matter. */
export type Defence = {
  readonly asked: number
  readonly answered: number
  /** Mean quality of the answers given, 0–100. */
  readonly quality: number
  readonly addressed: number
}

/** Without a challenge nobody could show anything: everyone gets the same. */
export const unasked = 50

/** Responses in order; those beyond the challenges are left out, an empty one is no answer. */
export function read(
  challenges: readonly string[],
  responses: readonly string[],
  topic: Topic.Topic,
): Defence {
  const asked = challenges.length
  const seen = new Set<string>()
  let [answered, points, addressed] = [0, 0, 0]
  for (let i = 0; i < Math.min(asked, responses.length); i++) {
    const folded = Text.fold(responses[i]!)
    const sentences = Text.sentences(folded)
    if (sentences.length === 0) continue
    answered++
    if (Address.isScattered(folded) || sentences.some(Address.isAddressed)) {
      addressed++
      continue
    }
    const key = sentences.map((sentence) => sentence.key).join(' ')
    // The same words for two challenges answer one of them.
    if (!seen.has(key)) points += quality(sentences, topic, Topic.of(challenges[i]!))
    seen.add(key)
  }
  const mean = answered === 0 ? 0 : Math.floor(points / answered)
  return { asked, answered, quality: asked === 0 ? unasked : mean, addressed }
}

/** 40 for saying something about the question or the challenge, 15 or 30 for its length, 30 for a fact. */
function quality(sentences: readonly Text.Sentence[], topic: Topic.Topic, challenge: Topic.Topic): number {
  let words = 0
  let hasFact = false
  for (const sentence of sentences) {
    if (!Statement.isPossible(sentence)) continue
    const statement = Statement.about(topic, sentence) ?? Statement.about(challenge, sentence)
    if (statement === null) continue
    words += statement.length
    hasFact ||= statement.isFactual
  }
  // Else an empty answer would be worth filling with anything.
  if (words === 0) return 0
  return 40 + (words >= 12 ? 30 : 15) + (hasFact ? 30 : 0)
}
