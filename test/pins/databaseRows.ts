import { privateKeyToAccount } from 'viem/accounts'
import * as Here from './here.ts'
import {
  AgentRecords,
  GatewayFiles,
  GatewayRecords,
  GatewayReports,
  ParameterSets,
  Protocol,
  RulesReports,
  RulesSources,
  RulesVersions,
} from './here.ts'
import { readPin } from './pin.ts'

/** The keeper and the indexer came after the folder was kept. */
type Schema = Exclude<Parameters<typeof Here.openStore>[0]['schema'], 'keeper' | 'indexer'>
type Hash = Protocol.Hash.Hash

/** What the database folder holds of each service, written and read by the services' own code. */
const file: Protocol.RoundFile.RoundFile = JSON.parse(readPin('aap.round.json'))
const proof = readPin('aap.proof.json').trim()
const round = Protocol.RoundFile.toRound(file)
const place = { chainId: round.chainId, market: round.market }
const key = { marketId: round.marketId, round: round.round }
const other = { marketId: 2, round: 1 }
const view: Here.RoundView = {
  ...round,
  isAsked: true,
  isRepeat: false,
  requestedAt: round.deadline,
  now: round.deadline,
}
const signer = privateKeyToAccount(Here.sampleKey(0))
const at = Date.parse('2026-03-01T00:00:00Z')
const cursor = { block: 123n, hash: `0x${'12'.repeat(32)}` }
const request = Protocol.Wire.toResolveRequest(round)
const requestHash = Protocol.Wire.requestHash(request)
const plain = { market_id: 9, question: 'Will it rain?' }
const plainHash = Protocol.Wire.requestHash(plain)
const porRoot = JSON.parse(proof).bundle.por_root as Hash

type Work = (store: Here.Store) => Promise<unknown>

export async function writeRows(folder: string): Promise<void> {
  const writers = {
    agent: writeAgent,
    gateway: writeGateway,
    rules: writeRules,
    participant: writeParticipant,
  }
  await inEach(folder, writers)
}

/** All rows as plain JSON, by service. */
export async function readRows(folder: string): Promise<unknown> {
  const readers = { agent: readAgent, gateway: readGateway, rules: readRules, participant: readParticipant }
  return JSON.parse(JSON.stringify(await inEach(folder, readers), plainly))
}

/** Opens the folder as one service after the other does. */
async function inEach(folder: string, works: Readonly<Record<Schema, Work>>): Promise<object> {
  const results: Record<string, unknown> = {}
  for (const [schema, work] of Object.entries(works) as [Schema, Work][]) {
    const store = await Here.openStore({ folder, schema })
    try {
      results[schema] = await work(store)
    } finally {
      await store.close()
    }
  }
  return results
}

function plainly(_: string, value: unknown): unknown {
  if (typeof value === 'bigint') return `${value}n`
  return value instanceof Uint8Array ? Protocol.Bytes.toHex(value) : value
}

const answerOf = (body: object, changes: object) => ({
  requestHash,
  marketId: round.marketId,
  round: null,
  request,
  body: JSON.stringify(body),
  responses: { opposite: 'a', change: 'b', weakest: 'c', other: 'd' },
  porRoot: null,
  keptAt: at,
  ...changes,
})

const signing = { ...place, ...key, agentId: 0, phase: 'resolve' as const }
/** What the first edition signed names no agent. */
const signedBefore = { ...signing, agentId: -1 }

async function writeAgent(store: Here.Store): Promise<void> {
  const signed = file.answers[0]!.reply as Protocol.Wire.ResolveReply
  const responseHash = Protocol.Wire.responseHash(signed)
  const checkHash = Protocol.Docket.checkHash(Protocol.Wire.docketCheck(signed))
  await store.transaction(async (queries) => {
    await Here.signDecided(queries, signer, signing, { requestHash, responseHash, checkHash })
    await AgentRecords.keepProof(queries, porRoot, proof)
    const answer = answerOf(signed, { round: { ...place, round: round.round }, porRoot })
    await AgentRecords.bindAnswer(queries, 0, answer)
  })
  const unsigned = { determination: false, confidence: 0.5, evidence: 'ü §', sources: [] }
  const answer = answerOf(unsigned, { requestHash: plainHash, marketId: 9, request: plain })
  await AgentRecords.keepAnswer(store, 0, answer, null)
  await AgentRecords.writeCursor(store, 0, place, cursor)
}

async function readAgent(store: Here.Store) {
  const signed = await AgentRecords.findAnswer(store, 0, requestHash)
  return {
    signed,
    plain: await AgentRecords.latestAnswer(store, 0, 9),
    proof: Protocol.Hash.ofText((await AgentRecords.findProof(store, String(signed?.porRoot))) ?? ''),
    // Another response for the same round finds the one that was decided.
    decided: await Here.decideSignature(store, signer, signedBefore, {
      requestHash: plainHash,
      responseHash: plainHash,
    }),
    cursor: await AgentRecords.readCursor(store, 0, place),
  }
}

async function writeGateway(store: Here.Store): Promise<void> {
  const by = 'gateway-1'
  const phases = [
    ['answers', file.answers],
    ['defences', file.defences],
  ] as const
  await GatewayRecords.beginRound(store, place, view, 100n)
  for (const [phase, items] of phases) {
    if (phase === 'defences') {
      await GatewayRecords.setPhase(store, place, key, phase)
      await GatewayRecords.expectReplies(store, place, view, phase, [0, 1, 2])
    }
    await GatewayRecords.leaseReplies(store, place, key, phase, { by, now: 0, until: 1_000 })
    for (const { index, reply, status } of items)
      await GatewayRecords.keepReply(store, place, key, phase, {
        place: index,
        by,
        status,
        reply: JSON.stringify(reply),
        now: 0,
      })
  }
  await GatewayRecords.setPhase(store, place, key, 'sealed')
  await GatewayReports.keepReport(store, place, {
    ...key,
    outcome: file.report.outcome,
    roundRoot: file.report.round_root,
    recordsAndDocket: file.report.records_and_docket as Protocol.Bytes.Hex,
    block: 110n,
  })
  await GatewayFiles.keepFile(store, place, key, {
    document: JSON.stringify(file),
    roundRoot: file.report.round_root,
    rebuilds: true,
  })
  // Another round is still open, and a caller has published what the DON knows of it.
  await GatewayRecords.beginRound(store, place, { ...view, ...other }, 120n)
  await GatewayFiles.keepPublication(store, place, other, '127.0.0.1', {
    reference: 'NO',
    probed: [1],
    evaluations: [],
  })
  await GatewayReports.countPoke(store, place, other)
  await GatewayReports.takeTurn(store, place, 1_000)
  await GatewayRecords.writeCursor(store, place, cursor)
}

/** The row itself: what the question of its view says is read from the view each time. */
async function storedRound(store: Here.Store) {
  const row = (await GatewayRecords.findRound(store, place, key))!
  const { parsed: _, ...view } = row.view
  return { ...row, view }
}

const readGateway = async (store: Here.Store) => ({
  round: await storedRound(store),
  answers: await GatewayRecords.repliesOf(store, place, key, 'answers'),
  defences: await GatewayRecords.repliesOf(store, place, key, 'defences'),
  report: await GatewayReports.findReport(store, place, key),
  file: Protocol.Hash.ofText((await GatewayFiles.findFile(store, place, key))?.document ?? ''),
  unpublished: await GatewayFiles.unpublished(store, place),
  unreported: await GatewayReports.unreported(store, place),
  open: await GatewayRecords.openRounds(store, place),
  waiting: await GatewayRecords.repliesOf(store, place, other, 'answers'),
  publications: await GatewayFiles.publicationsOf(store, place, other),
  isDue: await GatewayReports.isDue(store, place),
  cursor: await GatewayRecords.readCursor(store, place),
})

const conditionId = `0x${'ab'.repeat(32)}`
const watched = `0x${'cd'.repeat(32)}`
const page = { url: 'https://www.federalreserve.gov/', domain: 'federalreserve.gov' }
const beyond = Here.rulesParameters.parse({ poll_interval_s: 7_200 })

const marketAsGammaHasIt = (by: string) => ({
  id: '500001',
  question: 'Will the Fed cut rates?',
  conditionId,
  slug: 'fed-cut',
  resolutionSource: 'https://www.federalreserve.gov/',
  endDate: '2026-12-31T12:00:00Z',
  description: `This market will resolve to "Yes" if the Federal Reserve cuts its target rate by ${by}, 11:59 PM ET. Otherwise, it resolves to "No". The resolution source is https://www.federalreserve.gov/.`,
  outcomes: '["Yes", "No"]',
  active: true,
  closed: false,
  negRisk: false,
})

/** The market is seen twice, with an edit between: the first report goes out, the second waits for a person. */
async function writeRules(store: Here.Store): Promise<void> {
  const silent = { info() {}, warn() {}, error() {} }
  const serviceAt = (now: number, parameters: object) =>
    ({
      store,
      parser: Here.ownParser,
      killSwitch: { read: async () => null },
      parameters: Here.rulesParameters.parse(parameters),
      metrics: Here.rulesMetrics(),
      log: silent,
      now: () => now,
    }) as unknown as Here.RulesService
  const see = async (now: number, by: string, parameters: object) => {
    const [claim] = await Here.leaseMarkets(store, [conditionId], { by: 'rules-1', leaseMs: 1_000, now })
    const copy = { value: marketAsGammaHasIt(by), isResolved: false, updatedAt: now, ageS: 0, responseMs: 7 }
    const how = { isUncached: false, trace: '5a'.repeat(16) }
    await Here.observeMarket(serviceAt(now, parameters), claim!, copy, how)
  }
  await Here.watchMarkets(store, [conditionId, watched], at)
  await see(at, 'December 31, 2026', {})
  await Here.makeEmitter(serviceAt(at + 1_000, {})).run()
  await see(at + 600_000, 'November 30, 2026', { require_human_review: ['semantic_change'] })
  await RulesSources.keepFinding(
    store,
    page,
    { verdict: 'alive', status: 200 },
    { now: at, everyMs: 600_000 },
  )
  const set = await ParameterSets.propose(store, beyond, new Date(at))
  const said = { isApproved: true, by: 'Ada', why: 'a quiet week', at: new Date(at) }
  await ParameterSets.decideParameters(store, set.hash, said)
  await ParameterSets.use(store, set, new Date(at))
}

async function readRules(store: Here.Store) {
  const versions = await RulesVersions.versionsOf(store, conditionId)
  return {
    due: await Here.dueMarkets(store, at + 900_000_000, 10),
    versions,
    firstBroken: RulesVersions.firstBroken(versions),
    emitted: await RulesReports.emittedAfter(store, 0n, 10),
    review: await RulesReports.waitingForReview(store),
    source: await RulesSources.readSource(store, page.url),
    citing: await RulesSources.citing(store, page),
    parameters: await ParameterSets.lastUsed(store),
    decisions: await ParameterSets.decisions(store),
  }
}

const fundId = `eip155:31337:0x${'ab'.repeat(20)}`
const now = at / 1_000
const reply = '{"price":7}'
const responseHash = Protocol.Hash.ofBytes(Protocol.Bytes.fromText(reply))

/** Mines a claim as a participant does, and publishes it with two signatures under it. */
async function writeParticipant(store: Here.Store): Promise<void> {
  const sourceSpec = {
    sourceSpecId: 'price',
    sourceRef: 'https://source.example/price',
    extractor: { type: 'jsonpath', recipe: '$.price' },
    freshnessSeconds: 300,
  }
  const task = {
    taskType: 'mine_claim',
    fundId,
    roomId: '7',
    epochId: 1,
    sourceSpec,
    tokenContext: { symbol: 'BTC', address: `0x${'00'.repeat(20)}` },
  }
  const mined = await Here.runTask(task, {
    now: () => now,
    nonce: () => 1,
    fetch: async () => ({ status: 200, headers: {}, body: reply, retrievedAt: now, method: 'GET' }),
    archive: Here.archiveInStore(store),
    self: Protocol.Address.of(`0x${'cd'.repeat(20)}`),
  })
  if (!('claim' in mined)) throw new Error(`Nothing was mined: ${JSON.stringify(mined)}`)
  const attestations = await Promise.all(
    [1, 2].map(async (index) => {
      const account = privateKeyToAccount(Here.sampleKey(index))
      const verifier = Protocol.Address.of(account.address)
      const hash = Protocol.Approval.digest({
        subjectType: 'CLAIM',
        subjectHash: mined.claimHash,
        fundId,
        epochId: 1,
        verifier,
        expiresAt: now + 900 + index,
        nonce: index,
      })
      const signature = await account.sign({ hash })
      return { verifier, agentId: index, expiresAt: now + 900 + index, nonce: index, signature }
    }),
  )
  await Here.bookInStore(store).publish({ claim: mined.claim, attestations })
}

async function readParticipant(store: Here.Store) {
  const claims = await Here.bookInStore(store).ofReply(responseHash, fundId)
  return {
    bytes: await Here.archiveInStore(store).get(responseHash),
    claims,
    areSigned: claims.flatMap(({ claim, attestations }) =>
      attestations.map((one) => Here.isSigned(claim, one)),
    ),
  }
}
