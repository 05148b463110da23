import { Finding, LlmEvaluator, Score } from '../../../protocol/index.ts'
import { type Case, type Found, found } from './Case.ts'

/**
 * A model can't be asked again, but what it may give has bounds that stand above it: by what backs an answer, by its tier, by
 * its defence. Scores beyond them did not come out of the protocol.
 */
export function modelFaults(about: Case): Found[] {
  const { file, rebuilt } = about
  return file.evaluations.flatMap(({ index, dimensions }, at) => {
    const exhibit = rebuilt.exhibits[index] ?? null
    if (exhibit === null) return []
    const most = Score.cap(Score.all(100), LlmEvaluator.factsOf(exhibit))
    const beyond = Score.dimensions.filter((name) => dimensions[name] > most[name])
    if (beyond.length === 0) return []
    const message = `A model's scores are beyond what the rules allow: ${beyond
      .map((name) => `${name} ${dimensions[name]} of ${most[name]}`)
      .join(', ')}.`
    const path = `/evaluations/${at}`
    return [found(about, [Finding.nowhere, 'SCORE_MISMATCH', path, message], { worker: index })]
  })
}
