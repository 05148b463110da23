import * as z from 'zod'
import * as Schema from './Schema.ts'
import * as Vote from './Vote.ts'

/**
 * What an indexer says to its readers: lists and histories that no single call to a contract gives. Amounts are decimal texts in
 * wei, or in units of the bet token; times are Unix seconds of the chain; addresses and hashes are lower case. Nothing of it
 * decides about money: whoever pays or is paid reads the contract.
 */
const id = z.int().min(0)
const unixTime = z.int().min(0)
const amount = z.string().regex(/^(0|[1-9]\d{0,77})$/, 'expected a whole number as text')
const count = z.int().min(0)
const seat = z.int().min(0)
const outcomeOrNone = Schema.outcome.nullable()
const cursor = z.string().max(200).nullable()

/** The block that an answer holds for. */
export const asOf = z.strictObject({ block: id, hash: Schema.hash, time: unixTime })
/** The block of an answer, as the schema reads it. */
export type AsOf = z.infer<typeof asOf>

/** Where a market is in its life, as a contract's `Status` has it, lower case. */
export const statuses = ['open', 'requested', 'resolved', 'settled', 'finalized', 'invalid'] as const

/**
 * The same for readers, by the time of the block: `open` (bets and joins), `waiting` (its deadline passed, and nobody asked yet),
 * `drawing` (a block will draw the seats), `answering` (agents are asked), `window` (decided unless challenged), `appealed`
 * (fresh agents may join), `settled`, `finalized`, `invalid`.
 */
export const states = [
  'open',
  'waiting',
  'drawing',
  'answering',
  'window',
  'appealed',
  'settled',
  'finalized',
  'invalid',
] as const
/** A state of a market, for readers. */
export type State = (typeof states)[number]

/** Why an Invalid is one. */
export const endings = ['by vote', 'by default', 'no record'] as const

/** What a market asks, as far as a list shows it; the whole text is in the market itself. */
export const asked = z.strictObject({
  /** The question in one line; null where the text has none that can be read. */
  title: z.string().nullable(),
  event: z.string().nullable(),
  category: z.string().nullable(),
  /** Whether it names a picture: `/v1/picture?market=` serves it. */
  has_picture: z.boolean(),
  rule: z.strictObject({
    /** `auto`: a source's number decides. `manual`: agents do, in words. */
    kind: z.enum(['auto', 'manual']),
    /** `<provider>:<asset>`, `manual`, or null where none can be read. */
    source: z.string().nullable(),
    metric: z.string().nullable(),
    op: z.string().nullable(),
    target: z.string().nullable(),
    /** The samples that count lie in here; null on manual rules. */
    window: z.strictObject({ from: unixTime, to: unixTime, ready_at: unixTime }).nullable(),
  }),
})

/** The bets on a market, in wei or in units of the bet token. */
export const book = z.strictObject({
  yes: amount,
  no: amount,
  /** How they are paid: null while they are open. */
  result: z.enum(['yes', 'no', 'refund']).nullable(),
  /** Until when bets are taken. */
  until: unixTime,
  /** How many accounts bet. */
  bettors: count,
})

/** One row of a list of markets. */
export const marketRow = z.strictObject({
  id,
  asked,
  creator: Schema.address,
  state: z.enum(states),
  status: z.enum(statuses),
  outcome: outcomeOrNone,
  ending: z.enum(endings).nullable(),
  created_at: unixTime,
  deadline: unixTime,
  /** 0 until it is asked. */
  requested_at: unixTime,
  /** Until when the outcome can be challenged, or an appeal be joined; 0 before a report. */
  window_end: unixTime,
  /** Whether that was moved after the first report. */
  is_extended: z.boolean(),
  is_appealing: z.boolean(),
  is_held: z.boolean(),
  /** The block whose hash will draw the seats; 0 where none is awaited. */
  draw_block: id,
  round: id,
  /** How many agents joined the current cohort, how many of them have seats, and how many seats there are. */
  joined: count,
  seats: count,
  max_seats: count,
  appeals: count,
  pool: amount,
  stakes: amount,
  /** Null where no consumer for bets is followed. */
  book: book.nullable(),
  weights: z.strictObject({ yes: count, no: count, invalid: count }),
})
/** A row of a list of markets, as the schema reads it. */
export type MarketRow = z.infer<typeof marketRow>

/** `GET /v1/markets` */
export const marketList = z.strictObject({
  as_of: asOf,
  items: z.array(marketRow),
  /** What `after` takes for the next page; null at the end. */
  next: cursor,
  /** How many markets the same filters find in each state, `state` itself aside. */
  counts: z.record(z.enum(states), count),
})
/** A list of markets, as the schema reads it. */
export type MarketList = z.infer<typeof marketList>

const scores = z.strictObject({
  result: z.int().min(0).max(100),
  sources: z.int().min(0).max(100),
  depth: z.int().min(0).max(100),
})

/** Why a vote does not count, by its name. */
const reason = z.enum(Object.keys(Vote.reasons) as [Vote.Reason, ...Vote.Reason[]]).nullable()

/** An agent's part in a market: one that joined, with its seat once it has one. */
export const worker = z.strictObject({
  agent_id: id,
  name: z.string().nullable(),
  signer: Schema.address,
  cohort: count,
  joined_at: unixTime,
  /** Null before the draw, and for who drew none. */
  seat: seat.nullable(),
  has_left: z.boolean(),
  stake: amount,
  factor_bps: count,
  vote: outcomeOrNone,
  /** Null where the vote counts, and before there is a report. */
  reason,
  scores,
  weight: count,
  share: count,
  /** Set where a strike hit the seat. */
  strike: z
    .strictObject({ kind: z.int(), challenger: Schema.address, reward: amount, time: unixTime })
    .nullable(),
  /** What the market owes the seat now; null until it is settled. */
  payout: amount.nullable(),
  /** What it was paid; null until somebody claims for it. */
  paid: amount.nullable(),
})
/** A worker as the schema reads it. */
export type Worker = z.infer<typeof worker>

/** What one worker comes to in a report. */
export const record = z.strictObject({
  seat,
  agent_id: id,
  vote: outcomeOrNone,
  reason,
  scores,
  /** What it answered, as it was signed, in basis points; null where no round file was read. */
  confidence_bps: Schema.basisPoints.nullable(),
})

/** How a source's value decided an auto market, as the report has it: the median of those who agree with the outcome. */
export const decided = z.strictObject({ value: z.string(), observed_at: unixTime, agents: count })

/** One round of a market: it was asked for, and maybe reported. */
export const round = z.strictObject({
  market_id: id,
  round: id,
  cohort: count,
  /** Null where the round was never asked for by an event of its own. */
  requested_at: unixTime.nullable(),
  report: z
    .strictObject({
      time: unixTime,
      block: id,
      transaction: Schema.hash,
      /** Null: no quorum. */
      outcome: outcomeOrNone,
      round_root: Schema.root,
      records: z.array(record),
      decided: decided.nullable(),
      is_void: z.boolean(),
      /** Where the round's file is: the first gateway that has it. */
      file: z.string().nullable(),
    })
    .nullable(),
  /** Whether agents are asked in it now. */
  is_open: z.boolean(),
})
/** A round as the schema reads it. */
export type Round = z.infer<typeof round>

/** `GET /v1/markets/{marketId}/rounds` */
export const roundList = z.strictObject({ as_of: asOf, items: z.array(round) })

/** A row of `GET /v1/rounds`: with what a sentinel's desk shows beside it. */
export const deskRound = round.extend({
  title: z.string().nullable(),
  outcome: outcomeOrNone,
  window_end: unixTime,
  /** Pool, stakes and bets. */
  at_stake: amount,
  /** Seats that were struck already. */
  struck: z.array(seat),
})
/** `GET /v1/rounds?window=open`: the reported rounds whose window is open, least time first. */
export const deskList = z.strictObject({ as_of: asOf, items: z.array(deskRound), next: cursor })

/** How far the collection of a round is: counts only, so that nobody can copy an answer. */
export const progress = z.strictObject({
  market_id: id,
  round: id,
  phase: z.enum(['answers', 'defences', 'sealed']),
  /** Of this phase: how many workers are asked, and how many were heard. */
  asked: count,
  heard: count,
  /** Milliseconds until the phase ends at the latest; null where nobody knows yet, and once it is sealed. */
  ends_in_ms: z.int().min(0).nullable(),
})
/** Progress as the schema reads it. */
export type Progress = z.infer<typeof progress>

/** Money that moved, or was credited, because of a market. */
export const payment = z.strictObject({
  id: z.string(),
  time: unixTime,
  transaction: Schema.hash,
  market_id: id.nullable(),
  /** In: `pool`, `stake`, `bet`, `bond`. Out: `stake back`, `seat`, `bet paid`, `withdrawn`, and credits by their reason. */
  kind: z.enum([
    'pool',
    'stake',
    'bet',
    'bond',
    'arbitration',
    'stake back',
    'seat',
    'bet paid',
    'withdrawn',
    'credit refused',
    'credit creator',
    'credit treasury',
    'credit challenger',
    'credit bond back',
    'credit appeal reward',
    'credit arbitration',
  ]),
  account: Schema.address,
  amount,
  /** The worker whose money it is. */
  agent_id: id.nullable(),
  seat: seat.nullable(),
})
/** A payment as the schema reads it. */
export type Payment = z.infer<typeof payment>

/** `GET /v1/markets/{marketId}` */
export const market = z.strictObject({
  as_of: asOf,
  market: marketRow.extend({
    /** The raw § text. */
    question: z.string(),
    /** Bit i: seat i answered in the first of two rounds without quorum. */
    answered_before: count,
    workers: z.array(worker),
    rounds: z.array(round),
    appeals_raised: z.array(
      z.strictObject({
        number: z.int().min(1),
        appellant: Schema.address,
        bond: amount,
        join_until: unixTime,
        time: unixTime,
        /** Null until it ended. */
        changed: z.boolean().nullable(),
      }),
    ),
    payments: z.array(payment),
    /** Bets in order, for a line of time; at most the last 500. */
    bets: z.array(z.strictObject({ bettor: Schema.address, side: Schema.yesOrNo, amount, time: unixTime })),
  }),
})
/** A market as the schema reads it. */
export type Market = z.infer<typeof market>

/** An event of a followed contract. */
export const event = z.strictObject({
  /** `<block>-<log>`: what `Last-Event-ID` and `after` take. */
  id: z.string().regex(/^\d{1,16}-\d{1,9}$/),
  block: id,
  block_hash: Schema.hash,
  log: count,
  time: unixTime,
  transaction: Schema.hash,
  contract: z.enum(['market', 'bets', 'reputation', 'source_keys', 'conditions']),
  name: z.string(),
  market_id: id.nullable(),
  agent_id: id.nullable(),
  /** By name: numbers beyond 2^53 as text, bytes as hex. */
  args: z.record(z.string(), Schema.json),
})
/** An event as the schema reads it. */
export type Event = z.infer<typeof event>

/** `GET /v1/markets/{marketId}/events`, and `GET /v1/events` without `accept: text/event-stream`. */
export const eventList = z.strictObject({ as_of: asOf, items: z.array(event), next: cursor })

/** The data of the SSE event `removed`: a reorganisation took back what came from this block on. Ask again for what is shown. */
export const removed = z.strictObject({ from_block: id })

const average = z.number().min(0).max(100).nullable()

/** One row of a list of agents. */
export const agentRow = z.strictObject({
  id,
  /** From its registration; null where that was not read. */
  name: z.string().nullable(),
  owner: Schema.address.nullable(),
  endpoint: z.string().nullable(),
  /** How often it joined a market, in how many it waits or is asked, and how many count for its reputation. */
  joined: count,
  open: count,
  settled: count,
  correct: count,
  factor_bps: count,
  averages: z.strictObject({ result: average, sources: average, depth: average }),
  strikes: count,
  /** In wei: what it staked in open markets, and what settled ones gave beyond the stakes (negative: took). */
  at_stake: amount,
  earned: z.string().regex(/^-?\d+$/),
})
/** A row of a list of agents, as the schema reads it. */
export type AgentRow = z.infer<typeof agentRow>

/** `GET /v1/agents` */
export const agentList = z.strictObject({ as_of: asOf, items: z.array(agentRow), next: cursor })

/** A seat of an agent, in a market it was asked in or joined. */
export const part = z.strictObject({
  market_id: id,
  title: z.string().nullable(),
  state: z.enum(states),
  outcome: outcomeOrNone,
  deadline: unixTime,
  cohort: count,
  seat: seat.nullable(),
  has_left: z.boolean(),
  vote: outcomeOrNone,
  reason,
  /** Null until the market is settled, where it has no Yes or No, and without a vote. */
  is_right: z.boolean().nullable(),
  confidence_bps: Schema.basisPoints.nullable(),
  scores,
  stake: amount,
  payout: amount.nullable(),
  is_struck: z.boolean(),
})

/** Answers of one span of confidence: how many there were, and how many were right. */
export const calibrationBin = z.strictObject({
  from_bps: Schema.basisPoints,
  to_bps: Schema.basisPoints,
  answers: count,
  right: count,
  mean_bps: Schema.basisPoints.nullable(),
})

/** `GET /v1/agents/{agentId}` */
export const agent = z.strictObject({
  as_of: asOf,
  agent: agentRow.extend({
    wallet: Schema.address.nullable(),
    uri: z.string().nullable(),
    parts: z.array(part),
    /** What `after` takes for earlier parts. */
    next: cursor,
    /** How its record grew, settled market by market; at most the last 200. */
    record: z.array(
      z.strictObject({ time: unixTime, market_id: id, settled: count, correct: count, factor_bps: count }),
    ),
    /** Ten spans of confidence over settled Yes and No votes. Confidence comes from round files that hash to the reported root. */
    calibration: z.strictObject({
      answers: count,
      /** The mean of (confidence − right)², from 0 to 1; null without answers. */
      brier: z.number().min(0).max(1).nullable(),
      bins: z.array(calibrationBin).length(10),
    }),
    /** Votes that did not count, by reason. */
    faults: z.record(z.string(), count),
    strikes_by_kind: z.record(z.string(), count),
  }),
})
/** An agent as the schema reads it. */
export type Agent = z.infer<typeof agent>

/** `GET /v1/agents/{agentId}/endpoint`: the indexer asks the agent's endpoint now, at most once a minute. */
export const endpoint = z.strictObject({
  url: z.string().nullable(),
  /** Null: it names no endpoint, or one that is not asked. */
  is_up: z.boolean().nullable(),
  why: z.string().nullable(),
  ms: z.int().min(0).nullable(),
  checked_at_ms: z.int().min(0),
})

/** Everything that one account has in one market. */
export const position = z.strictObject({
  market_id: id,
  title: z.string().nullable(),
  state: z.enum(states),
  outcome: outcomeOrNone,
  deadline: unixTime,
  window_end: unixTime,
  roles: z.array(z.enum(['creator', 'bettor', 'agent', 'challenger', 'appellant', 'arbiter'])),
  bets: z.strictObject({ yes: amount, no: amount, paid: amount }),
  bet_result: z.enum(['yes', 'no', 'refund']).nullable(),
  seats: z.array(
    z.strictObject({
      agent_id: id,
      seat: seat.nullable(),
      stake: amount,
      payout: amount.nullable(),
      paid: amount.nullable(),
      has_left: z.boolean(),
    }),
  ),
  /** Credited to the account by this market, withdrawn or not. */
  credited: amount,
})

/** `GET /v1/accounts/{address}` */
export const account = z.strictObject({
  as_of: asOf,
  address: Schema.address,
  /** Agents it signs for or owns, as far as they joined a market. */
  agents: z.array(agentRow),
  credited: amount,
  withdrawn: amount,
  positions: z.array(position),
  next: cursor,
  /** The last 100. */
  payments: z.array(payment),
})
/** An account as the schema reads it. */
export type Account = z.infer<typeof account>

/** How many markets stand under each event and category, the largest first: `GET /v1/groups`. */
export const groups = z.strictObject({
  as_of: asOf,
  categories: z.array(z.strictObject({ name: z.string(), markets: count })),
  events: z.array(z.strictObject({ name: z.string(), markets: count })),
})

const contract = z.strictObject({
  address: Schema.address,
  /** The block it stands since; null where nobody said. */
  since: id.nullable(),
  /** keccak256 of the creation code with its libraries, as the deployment's record has it. */
  code_hash: Schema.hash.nullable(),
  /** keccak256 of what stands at the address, as the indexer's node has it: compare it with your own node's. */
  runtime_hash: Schema.hash.nullable(),
})

/**
 * Whom a check of rounds may believe, as a deployment's record and `/config.json` say it: keys by which sources sign their replies, and
 * where providers are asked beside the places built in. What is not in here is not checked, and nobody is blamed for it.
 */
export const trust = z.strictObject({
  keys: z.array(
    z.strictObject({
      key_id: z.string(),
      algorithm: z.enum(['p256', 'secp256k1']),
      /** Like `https://api.example.org`: the key speaks for it alone. */
      origin: z.string(),
      /** PEM. */
      public_key: z.string().max(1_024),
    }),
  ),
  /** By provider, such as `coingecko`: URLs without a slash at the end. */
  bases: z.record(z.string(), z.array(z.string()).max(8)),
})
/** Trust as the schema reads it. */
export type Trust = z.infer<typeof trust>

/** `GET /config.json`: all that a page needs to know of a deployment. */
export const config = z.strictObject({
  chain: z.strictObject({
    id,
    name: z.string(),
    /** For browsers: without keys in them. */
    rpc_urls: z.array(z.string()),
    explorer: z.string().nullable(),
    is_local: z.boolean(),
  }),
  contracts: z.record(z.string(), contract),
  /** The market's parameters by name, as numbers or texts. */
  parameters: z.record(z.string(), z.union([z.int(), z.string()])),
  bets: z
    .strictObject({
      token: Schema.address.nullable(),
      units_per_ether: amount,
      closing_margin: count,
      max_bets_bps: count,
    })
    .nullable(),
  /** What keeps real money from relying on this deployment, by the contract's own word; empty: nothing. */
  missing: z.array(z.string()),
  gateways: z.array(z.string()),
  rules_service: z.string().nullable(),
  trust,
  /** Keys of sources that contracts know. */
  source_keys: z.array(
    z.strictObject({
      source_id: Schema.hash,
      key: Schema.address,
      registered_at: unixTime,
      is_revoked: z.boolean(),
    }),
  ),
})
/** A deployment's config as the schema reads it. */
export type Config = z.infer<typeof config>
