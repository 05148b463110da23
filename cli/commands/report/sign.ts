import type { Command } from 'commander'
import { encodeFunctionData, type Hex, parseEventLogs } from 'viem'
import { cresolverMarketAbi, keystoneForwarderAbi } from '../../../deployments/abi/index.ts'
import {
  Address,
  BaseError,
  Bytes,
  Json,
  Report,
  Round,
  Schema,
  Transcript,
} from '../../../protocol/index.ts'
import { at } from '../../../services/chain/browser/market.ts'
import { readRound } from '../../../services/chain/browser/readRound.ts'
import { now } from '../../chain/connect.ts'
import { addressIn } from '../../chain/deployment.ts'
import { metadataOf, rawReport, reportContext, signReport } from '../../chain/localDon.ts'
import { type Actor, actor, tellChange } from '../../chain/marketState.ts'
import { type ChainOptions, signing } from '../../chain/options.ts'
import { read, send } from '../../chain/send.ts'
import { readText } from '../../terminal/input.ts'
import { docketOf, recordsOf, rootOf, schema, type Votes } from './votes.ts'

const examples = `
The votes are in seat order, of the workers asked in this round; a worker without one has a reason instead: silent, late,
malformed, … The outcome must be what they tally to, or null without quorum. On auto rules a docket says what each observed;
its rule is read from the market's question, with the time from which on it can be decided (readyAt): before it no Invalid and
no round without quorum is taken, and nothing at all on a high or low. The report is bound to this chain and this contract.

Examples:
  $ cresolver report sign votes.json
  $ echo '{"marketId": 1, "outcome": "YES", "votes": [
      {"outcome": "YES", "res_quality": 80, "src_quality": 70, "analysis_depth": 90},
      {"outcome": "YES", "res_quality": 60, "src_quality": 60, "analysis_depth": 60},
      {"reason": "silent"}]}' | cresolver report sign`

/** What CRE lets a report spend. The forwarder catches a market that ran out of gas, so no estimate would do. */
const gasLimit = 5_000_000n
const timeToLive = 600

export function register(group: Command): void {
  signing(group.command('sign'))
    .description(
      'local chains: build a report from votes, sign it with the DON, send it through the forwarder',
    )
    .argument('[file]', 'the votes as JSON; stdin when left out')
    .addHelpText('after', examples)
    .action(async (file: string | undefined, options: ChainOptions) => {
      const votes = Schema.read(schema, Json.parse(await readText(file)))
      const me = await actor(options)
      if (!me.isLocal) throw new NotLocalError(me.chainId)
      const report = await reportOf(me, votes)
      const payload = Bytes.toHex(Report.encode(report))
      const receipt = await deliver(me, payload)
      await tellChange(me, report.marketId, receipt, options, {
        text: `The report of round ${report.round} was delivered, with ${votes.votes.length} records in ${(payload.length - 2) / 2} bytes.`,
        fields: { reported_round: report.round, round_root: report.roundRoot },
      })
    })
}

async function reportOf(me: Actor, votes: Votes): Promise<Report.Report> {
  const marketId = BigInt(votes.market_id)
  const asked = await read(readRound(me, votes.market_id))
  const { round, question } = asked
  const rule = Round.docketRule(asked)
  const docket = docketOf(votes, rule)
  const roundRoot = votes.round_root ?? rootOf({ marketId, round }, question, votes, docket)
  return {
    chainId: me.chainId,
    market: Address.of(me.market),
    marketId,
    round,
    expiresAt: votes.expires_at ?? (await now(me)) + timeToLive,
    roundRoot,
    leafCount: Transcript.leafCount(votes.votes.length),
    outcome: votes.outcome,
    records: recordsOf(votes),
    docket,
  }
}

async function deliver(me: Actor, payload: Hex) {
  const forwarder = addressIn(me.deployment, 'KeystoneForwarder')
  const [owner, name] = await read(me.client.readContract({ ...at(me.market), functionName: 'workflow' }))
  const identity = { owner, name }
  // The forwarder hides why a receiver refuses, so the market is asked first, as if by the forwarder.
  const data = encodeFunctionData({
    abi: cresolverMarketAbi,
    functionName: 'onReport',
    args: [metadataOf(identity), payload],
  })
  await read(me.client.call({ account: forwarder, to: me.market, data }))
  const raw = rawReport(identity, await now(me), payload)
  const report = encodeFunctionData({
    abi: keystoneForwarderAbi,
    functionName: 'report',
    args: [me.market, raw, reportContext, await signReport(raw)],
  })
  const receipt = await send(me, { to: forwarder, data: report, leastGas: gasLimit })
  const [processed] = parseEventLogs({
    abi: keystoneForwarderAbi,
    eventName: 'ReportProcessed',
    logs: receipt.logs,
  })
  if (processed?.args.result !== true) throw new NotTakenError()
  return receipt
}

export class NotLocalError extends BaseError {
  override readonly name = 'Report.NotLocalError'
  constructor(chainId: number) {
    super(`Chain ${chainId} is public: only its DON can sign.`, {
      metaMessages: ['`cresolver market request` asks it to.'],
    })
  }
}

export class NotTakenError extends BaseError {
  override readonly name = 'Report.NotTakenError'
  constructor() {
    super('The forwarder delivered the report, but the market did not take it.', {
      metaMessages: ['Something changed in between: look with `cresolver market show`, and sign a new one.'],
    })
  }
}
