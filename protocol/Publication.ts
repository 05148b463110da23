import * as z from 'zod'
import * as RoundFile from './RoundFile.ts'
import * as Schema from './Schema.ts'

/**
 * What only the DON knows of a round: what the source said, whom it asked itself, and a model's scores. A gateway that is told
 * can publish the whole round. It needs no signature: it is taken only if with it the round rebuilds to the reported root.
 */
export const schema = z.strictObject({
  reference: Schema.outcome.nullable(),
  probed: RoundFile.places,
  evaluations: RoundFile.evaluations,
})
/** A publication as the schema reads it. */
export type Publication = z.infer<typeof schema>

/** For a round in which only the rubric scored and the DON asked neither source nor worker. */
export const nothing: Publication = { reference: null, probed: [], evaluations: [] }
