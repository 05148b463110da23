import { Hash, LlmEvaluator, Rubric, Score, type Vote } from '../../../protocol/index.ts'

type Record32 = { count: number; correct: number; sumRes: string; sumSrc: string; sumDepth: string }

const reputation = ({ count, correct, sumRes, sumSrc, sumDepth }: Record32): Score.Reputation => ({
  count,
  correct,
  sumRes: BigInt(sumRes),
  sumSrc: BigInt(sumSrc),
  sumDepth: BigInt(sumDepth),
})

export const run = {
  aggregate: (input: Score.Dimensions) => Score.aggregate(input),
  composite: (input: Score.Dimensions) => Score.composite(input),
  compositeOfScores: (input: Score.Scores) => Score.compositeOfScores(input),
  cap: ({ dimensions, facts }: { dimensions: Score.Dimensions; facts: Score.Facts }) =>
    Score.cap(dimensions, facts),
  factorBps: (input: Record32) => Score.factorBps(reputation(input)),
  weight: ({ scores, outcome }: { scores: Score.Scores; outcome: Vote.Outcome }) =>
    Score.weight(scores, outcome),
  share: ({ scores, factorBps }: { scores: Score.Scores; factorBps: number }) =>
    Score.share(scores, factorBps),
  evaluate: (input: Rubric.Input) => Rubric.evaluate(input),
  cut: ({ text, bytes }: { text: string; bytes: number }) => LlmEvaluator.cut(text, bytes),
  parseReply: ({ text, labels }: { text: string; labels: readonly string[] }) =>
    LlmEvaluator.parseReply(text, labels),
  plan: ({ seed, ...input }: Omit<Parameters<typeof LlmEvaluator.plan>[0], 'seed'> & { seed: string }) =>
    LlmEvaluator.plan({ ...input, seed: Hash.ofText(seed) }),
}
