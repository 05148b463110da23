import { privateKeyToAccount } from 'viem/accounts'
import {
  aap,
  acquisitionContext,
  classify,
  llm,
  Protocol,
  panel,
  type Resolver,
  ruleDeadline,
  SourceConfig,
  sampleKey,
  sampleRoundOf,
  signAnswer,
  signDefence,
  type Task,
  textCreated,
  textDeadline,
  textQuestion,
} from './here.ts'

const { Round, RoundFile, Transcript, Wire } = Protocol

export const personalities = ['aap', 'panel', 'llm'] as const
export type Personality = (typeof personalities)[number]

export const sources = SourceConfig.createRegistry(SourceConfig.schema.parse({}))

/** What the two price sources say to a worker, in the shapes of their APIs. */
const prices = (value: number) => async (request: { readonly url: string }) => {
  const open = ruleDeadline * 1_000
  const body = request.url.includes('binance')
    ? [[open, '1', '99999', '1', String(value + 2), '1', open + 59_999, '1', 1, '1', '1', '0']]
    : { prices: [[open + 40_000, value]], market_caps: [], total_volumes: [] }
  return {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    retrievedAt: ruleDeadline + 100_000,
    method: 'REPLAY' as const,
  }
}

/** Two workers see one thing, the third another: so each of them is asked about the opposite. */
function resolverOf(personality: Personality, index: number): Resolver {
  const common = {
    collectorId: `agent-${index}`,
    porUri: (root: string) => `https://worker-${index}.example/por/${root}`,
    signer: privateKeyToAccount(sampleKey(index)),
  }
  if (personality === 'llm')
    return llm({ ...acquisitionContext(index < 2 ? 'confirmed' : 'rumours'), ...common })
  const context = { ...common, sources, transport: prices(index < 2 ? 75_120.5 : 74_000) }
  const pairs = { 'coingecko:bitcoin:price_usd': 'binance:BTCUSDT:price' }
  return personality === 'aap' ? aap(context) : panel({ ...context, panel: { toleranceBps: 50, pairs } })
}

/** A round of three workers of one personality, from the question to the published file; the same bytes each time. */
export async function playPersonality(personality: Personality) {
  const about = { question: textQuestion, createdAt: textCreated, deadline: textDeadline }
  const round = sampleRoundOf(3, personality === 'llm' ? about : {})
  const request = Wire.toResolveRequest(round)
  const task: Task = {
    request,
    parsed: round.parsed,
    requestHash: Wire.requestHash(request),
    chainId: round.chainId,
    market: round.market,
    round: round.round,
    deadline: round.deadline,
    created: round.createdAt,
  }
  const workers = await Promise.all(
    round.workers.map(async ({ agentId }, index) => {
      const resolver = resolverOf(personality, index)
      const answered = await resolver.resolve(task)
      const reply = await signAnswer(round, sampleKey(index), answered.reply as Protocol.Wire.ResolveReply)
      const answer = { index, agent_id: agentId, reply: json(reply), status: 'ok' as const }
      return { answer, proof: answered.proof!, responses: resolver.prepare(task, answered) }
    }),
  )
  const answers = workers.map(({ answer }) => answer)
  const requests = Round.challenges(
    round,
    Round.admit(
      round,
      answers.map((one) => Wire.readAnswer(RoundFile.replyOf(one))),
    ),
  )
  const defences: Protocol.RoundFile.Item[] = []
  for (const [index, asked] of requests.entries()) {
    if (asked === null) throw new Error(`Worker ${index} gave no answer that counts.`)
    const words = asked.challenges.map((one) => workers[index]!.responses[classify(one)])
    const reply = await signDefence(round, sampleKey(index), asked, words)
    defences.push({ ...answers[index]!, reply: json(reply) })
  }
  const proofs = workers.map(({ proof }, index) => ({ index, proof }))
  const published = { round, answers, defences, quorum: 2, proofs }
  const { report, transcript } = RoundFile.rebuild(
    RoundFile.create({ ...published, leaves: null, report: nothingReported }),
  )
  const file = RoundFile.create({ ...published, report, leaves: Transcript.leaves(transcript) })
  return { proof: workers[0]!.proof, file }
}

// Rebuilding does not look at it.
const nothingReported: Protocol.Report.Report = {
  chainId: 31_337,
  market: Protocol.Address.zero,
  marketId: 1n,
  round: 1,
  expiresAt: 0,
  roundRoot: Protocol.Bytes.zero32,
  leafCount: 0,
  outcome: null,
  records: [],
  docket: null,
}

/** As it travels: fields that are not there are not there. */
const json = (value: object): Protocol.Json.Json => JSON.parse(JSON.stringify(value))
