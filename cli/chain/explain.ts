import { Vote } from '../../protocol/index.ts'
import { statuses } from '../../services/chain/browser/names.ts'
import { eth, instant } from './units.ts'

/**
 * What each refusal of a contract means, and what to do about it: one entry for every custom error of every published ABI.
 * The first sentence says what is wrong, the others what to try.
 */
type Sentence = (...args: never[]) => readonly [string, ...string[]]

const verdict = (code: number): string => Vote.fromCode(code) ?? 'no quorum'
const list = 'See `cresolver market list`.'
const show = (marketId: bigint) => `See \`cresolver market show ${marketId}\`.`
const library = 'Encode with this library: `cresolver report sign`.'
const standard = 'This is a rule of ERC-721: check owner, operator and id with `cresolver agent show`.'
const forwarder = 'Check the configuration of the DON at the forwarder.'

export const sentences: Readonly<Record<string, Sentence>> = {
  // Any contract
  Error: (reason: string) => [
    `The contract refused: ${reason}.`,
    'Check the values of the call, and that the agent is yours: `cresolver agent show <id>`.',
  ],
  Panic: (code: bigint) => [`The contract stopped at an internal check (${code}).`, 'Please report this.'],

  // The market
  UnknownMarket: (id: bigint) => [`There is no market ${id}.`, list],
  UnknownWorker: (id: bigint, seat: bigint) => [
    `Market ${id} has no seat ${seat}.`,
    'Seats are numbered cohort · 32 + k: 0 to 31 in the first round, from 32 on in the first appeal; there are none until it is asked.',
    show(id),
  ],
  WrongStatus: (id: bigint, status: number) => [
    `Market ${id} is ${statuses[status]}, so this is not possible now.`,
    nextStep[statuses[status]!] ?? show(id),
  ],
  TooEarly: (time: bigint) => [`It is too early.`, `Try again at ${instant(time)} or later.`],
  TooLate: (time: bigint) => [`It is too late.`, `This had to come before ${instant(time)}.`],
  QuestionEmpty: () => ['The question is empty.', 'Give one with --question or in a file.'],
  QuestionTooLong: (length: bigint) => [
    `The question has ${length} bytes.`,
    'At most 2,048 are kept: shorten it.',
  ],
  BadDeadline: (time: bigint) => [
    `${instant(time)} can't be the deadline.`,
    'It must leave agents time to join (`joinCutoff`), and lie within `maxDuration`: see `cresolver market show --parameters`.',
  ],
  WrongValue: (sent: bigint, needed: bigint) => [
    `${eth(sent)} was sent, but ${eth(needed)} is needed.`,
    'Stakes and bonds are exact, and double with each appeal; so are bets and fees. Only a reward may be larger.',
  ],
  NotTheAgent: (id: bigint, caller: string) => [
    `${caller} may not act for agent ${id}.`,
    'Sign with its wallet, its owner or an operator: see `cresolver agent show`.',
  ],
  AlreadyJoined: (id: bigint, agent: bigint) => [
    `Agent ${agent} is in market ${id} already.`,
    'An agent joins a market once; join with another one.',
  ],
  AgentIdTooLarge: (id: bigint) => [`No agent has the id ${id}.`, 'Ids have at most 48 bits.'],
  MarketFull: (id: bigint) => [
    `65,535 agents have joined market ${id}.`,
    'Join another market, or wait until one leaves.',
  ],
  NotJoined: (id: bigint, agent: bigint) => [
    `Agent ${agent} is not in market ${id}.`,
    'It never joined, or has left and has its stake.',
    show(id),
  ],
  HasSeat: (id: bigint, seat: bigint) => [
    `The agent has seat ${seat} of market ${id}, and stays until the market is over.`,
    `Then \`cresolver market claim ${id} --seat ${seat}\` pays it.`,
  ],
  DrawPending: (id: bigint, block: bigint) => [
    `The seats of market ${id} are drawn by the hash of block ${block}.`,
    `Run \`cresolver market draw ${id}\` after that block, and within 256 more.`,
  ],
  NoDraw: (id: bigint) => [
    `Market ${id} has no seats to draw.`,
    'All agents have a seat, they were drawn before, or `cresolver market request` comes first.',
    show(id),
  ],
  Stopped: () => ['New markets are stopped for now.', 'Those that exist go on, and money comes out as ever.'],
  WrongTarget: (chainId: bigint, market: string) => [
    `The report is for the contract ${market} on chain ${chainId}.`,
    'A report of version 2 counts in one contract on one chain: make one for this contract.',
  ],
  BadReadyAt: (time: bigint) => [
    `A rule that is decidable from ${instant(time)} on does not fit this market.`,
    'It must not lie before the deadline or the end of its window, and must leave two quorumGrace before resolutionTimeout ends.',
  ],
  WrongRound: (id: bigint, round: number) => [
    `Round ${round} of market ${id} is not the one being asked.`,
    show(id),
  ],
  BadExpiry: (time: bigint) => [
    `A report that expires at ${instant(time)} is too old, or valid for too long.`,
    'It must expire within an hour of the block: make a new one.',
  ],
  OutcomeMismatch: (reported: number, tallied: number) => [
    `The report says ${verdict(reported)}, but its votes tally to ${verdict(tallied)}.`,
    `Report ${verdict(tallied)}.`,
  ],
  CheckFails: (seat: bigint) => [
    `The check of seat ${seat} does not hold under the docket's rule.`,
    'Its vote must be what the comparison gives, its sample in the window, its tier good enough.',
  ],
  MalformedReport: () => ['The bytes are not a report of version 2 for this round.', library],
  MalformedRecord: (index: bigint) => [
    `Record ${index} of the report is malformed.`,
    'A vote has no reason, no vote has one, and scores are 0–100.',
  ],
  NotStrikable: (seat: bigint) => [
    `Seat ${seat} has no vote that could be struck.`,
    'It gave none, or was struck before.',
  ],
  NoAppeal: (id: bigint) => [
    `Market ${id} takes no appeal now.`,
    'One is under way, or all of its rounds are used up.',
    show(id),
  ],
  OtherOutcome: (id: bigint, standing: number) => [
    `Market ${id} stands at ${Vote.fromCode(standing) ?? 'no outcome'}, which is not the outcome you object to.`,
    'A strike, or a report, came first. Nothing was paid.',
    show(id),
  ],
  NotTheArbiter: (caller: string) => [
    `${caller} is not the arbiter of this contract.`,
    'Only the contract that `arbiter()` names may hold a market or rule on it.',
  ],
  NoHold: (id: bigint) => [
    `Market ${id} can't be held for a ruling, or is not held.`,
    'The last resort comes once, when no appeal is left or under way, and before the window ends.',
    show(id),
  ],
  NothingToPay: () => ['There is nothing to pay.', 'It was paid before, or was never due.'],
  PaymentRefused: (to: string) => [`${to} refused the money.`, 'Name another receiver with --to.'],
  NoFeedback: (id: bigint, seat: bigint) => [
    `There is no feedback to publish about seat ${seat} of market ${id}.`,
    'Published is what a settled Yes or No adds to a record, each once, where a registry is configured: who was right, wrong, silent or struck.',
  ],
  BadParameter: (name: `0x${string}`) => [
    `The parameter ${Buffer.from(name.slice(2), 'hex').toString('ascii').replaceAll('\0', '')} is out of its bounds.`,
    'See docs/contracts.md for all of them.',
  ],
  NotKept: () => ['The question could not be stored.', 'Shorten it, or send more gas.'],

  // The report gate
  NotTheForwarder: (caller: string) => [
    `${caller} is not the forwarder.`,
    'Reports come through the forwarder.',
  ],
  BadMetadata: (length: bigint) => [
    `The report came with ${length} bytes of metadata.`,
    'A KeystoneForwarder gives 62 or 64.',
  ],
  WrongWorkflow: (id: string) => [
    `The report is of another workflow (${id}).`,
    'Compare with `workflow()` and `workflowIds()` of the market; an id that was added takes effect after a delay.',
  ],
  IncompleteIdentity: () => [
    'Forwarder, workflow owner, name or id is missing.',
    'Set owner and name before ids, and an id before `lock`; give no zeros.',
  ],
  AlreadyLocked: () => [
    'Forwarder, workflow owner and name are locked for ever.',
    'Only ids can be added and removed.',
  ],
  WorkflowIdExists: (id: string) => [
    `The workflow id ${id} is in the set already.`,
    'Nothing is to be done.',
  ],
  WorkflowIdUnknown: (id: string) => [
    `The workflow id ${id} is not in the set, or is leaving it.`,
    'See `workflowIds()`.',
  ],
  LastWorkflowId: (id: string) => [
    `Without ${id} no workflow could report.`,
    'Add its successor first, and wait until that is in force.',
  ],
  BadDelay: (delay: bigint) => [
    `A delay of ${delay} s for changes of identity is not allowed.`,
    'At least resolutionTimeout + challengeWindow, at most a year.',
  ],
  OwnableUnauthorizedAccount: (caller: string) => [
    `${caller} does not own the contract.`,
    "Sign with its owner's key.",
  ],
  OwnableInvalidOwner: (owner: string) => [`${owner} can't own the contract.`, 'Name another address.'],

  // Upkeep
  BadSteps: (length: bigint) => [
    `The ${length} bytes of the report are not a list of steps.`,
    'Each step takes 9 bytes: its number, 0 to 4, and the market id.',
  ],
  Rehearsed: (isTaken: boolean) => [
    `The market ${isTaken ? 'would take' : 'would refuse'} the step; nothing was changed.`,
    '`rehearse` only tries a step: call the market to make it.',
  ],

  // The judge
  ProvesNothing: () => [
    'The evidence proves nothing against this worker or round.',
    'See docs/contracts.md for what each kind must show.',
  ],
  WrongDocket: () => [
    'Round root and docket are not those that were reported.',
    'Take both from the `RoundReported` event of the round.',
  ],
  BadSignature: () => [
    'A signature is missing or not by whom it should be.',
    "Attestations are the worker's of this market and round, observations the registered source's.",
  ],
  UnknownKind: (kind: number) => [
    `There is no challenge of kind ${kind}.`,
    '1 counter-observation, 2 equivocation, 3 own proof, 4 transcript.',
  ],

  // Bets and conditions
  BadMaxBets: (bps: bigint) => [
    `Bets can't be bounded by ${bps} basis points of their cover.`,
    'Choose 0 (no bets) to 10,000 (all of it).',
  ],
  BadToken: (token: string) => [
    `There is no contract at ${token}, where the token should be.`,
    'Check its address, and that this is the chain you mean.',
  ],
  BadUnits: (units: bigint) => [
    `${units} units of the token can't count as one ether.`,
    'Choose at least 1 and less than 2^128; without a token it is 10^18.',
  ],
  NotReceived: (balance: bigint, needed: bigint) => [
    `The bet would not arrive whole: ${balance} of ${needed} units.`,
    'The token keeps a part of each transfer, so it can not be bet.',
  ],
  Underfunded: (balance: bigint, owed: bigint) => [
    `The contract holds ${balance} units of its token and owes ${owed}.`,
    'It takes no bets now; each claim is cut by the same part.',
  ],
  SafeERC20FailedOperation: (token: string) => [
    `The token ${token} refused the transfer.`,
    'Approve the amount first, and have enough of it.',
  ],
  BadClosingMargin: (margin: bigint) => [
    `Bets can't close ${margin} s before the deadline.`,
    'Choose a minute to a day.',
  ],
  BetsClosed: (id: bigint) => [`Bets on market ${id} are closed.`, 'Bet earlier, on a market that is open.'],
  BadSide: () => ['One bets on Yes or No.', 'Choose one of them.'],
  NoMoney: () => ['A bet needs money.', 'Send some along.'],
  TooMuch: (amount: bigint, left: bigint) => [
    `${eth(amount)} is too much.`,
    `There is room for ${eth(left)}: all bets together are bounded by what a wrong outcome would cost its makers.`,
  ],
  NotFinal: (id: bigint) => [
    `Market ${id} is not final.`,
    `Run \`cresolver market settle ${id}\` and \`finalize ${id}\` when its window is over.`,
  ],
  AlreadySettled: (id: bigint) => [`The bets on market ${id} are settled already.`, 'Claim yours.'],
  NotSettled: (id: bigint) => [`The bets on market ${id} are not settled.`, 'Call `settle` first.'],
  NothingToClaim: (id: bigint, bettor: string) => [
    `${bettor} has nothing to claim on market ${id}.`,
    'It lost, did not bet, or was paid.',
  ],
  NoSuchMarket: (id: bigint) => [`There is no market ${id}.`, list],
  NotPrepared: (id: bigint) => [`The condition of market ${id} is not prepared.`, 'Call `prepare` first.'],
  AlreadyResolved: (id: bigint) => [
    `The condition of market ${id} is resolved already.`,
    'Nothing is to be done.',
  ],

  // The arbiter
  BadArbitrator: (arbitrator: string) => [
    `There is no contract at ${arbitrator}, where the arbitrator should be.`,
    'Check its address, and that this is the chain you mean.',
  ],
  CannotSetMarket: (caller: string) => [
    `${caller} can't set the market of this arbiter.`,
    'Its deployer does so, once.',
  ],
  NotItsArbiter: (market: string) => [
    `The market ${market} has another arbiter.`,
    "The market's constructor names its arbiter: deploy one for the other.",
  ],
  NotTheArbitrator: (caller: string) => [
    `${caller} is not the arbitrator.`,
    'Only the arbitrator that is asked may rule.',
  ],
  NotWaiting: (id: bigint) => [
    `Market ${id} does not wait for a ruling.`,
    'It was never brought before the arbitrator, or the ruling came, or its time is over.',
    show(id),
  ],
  UnknownDispute: (id: bigint) => [`There is no dispute ${id}.`, 'See `disputeOf` of the arbiter.'],

  // Registries, keys, switch
  NotTheWriter: (caller: string) => [
    `${caller} may not write reputations.`,
    'Only the market may, at `settle`.',
  ],
  BadWriter: () => [
    'The writer of reputations is set already, or this is not its deployer.',
    'It is set once, by whoever deployed the registry: sign with that key.',
  ],
  AlreadyRecorded: (id: bigint) => [
    `The reputations of market ${id} are written already.`,
    'Nothing is to be done.',
  ],
  ScoreTooHigh: (score: number) => [`${score} is no score.`, 'Scores are 0–100.'],
  NotTheAdmin: (caller: string) => [
    `${caller} may not register or revoke keys.`,
    'Sign with the admin of SourceKeys.',
  ],
  KeyExists: (id: string) => [`The source ${id} has a key already.`, 'Keys are written once.'],
  NoKey: (id: string) => [`The source ${id} has no key to revoke.`, 'It never had one, or it is revoked.'],
  NotContradicted: (id: string) => [
    `The two samples do not show that the source ${id} contradicts itself.`,
    'Both must be signed by its key, for one instant, with different values.',
  ],
  ZeroKey: () => ['Source or key is zero.', 'Name both.'],
  NotTheGuardian: (caller: string) => [
    `${caller} does not hold the switch.`,
    'Sign with the guardian, or the nominee, of KillSwitch.',
  ],
  ZeroGuardian: () => ['The switch needs a guardian.', 'Name an address.'],
  InvalidShortString: () => ['A name of a signing domain is malformed.', 'Please report this.'],
  StringTooLong: () => ['A name of a signing domain is too long.', 'Please report this.'],
  ERC721NonexistentToken: (id: bigint) => [
    `There is no agent ${id}.`,
    'Register one with `cresolver agent register`.',
  ],
  ERC721IncorrectOwner: (sender: string, id: bigint) => [`${sender} does not own agent ${id}.`, standard],
  ERC721InsufficientApproval: (operator: string, id: bigint) => [
    `${operator} is no operator of agent ${id}.`,
    standard,
  ],
  ERC721InvalidApprover: (approver: string) => [`${approver} may not approve.`, standard],
  ERC721InvalidOperator: (operator: string) => [`${operator} can't be an operator.`, standard],
  ERC721InvalidOwner: (owner: string) => [`${owner} can't own an agent.`, standard],
  ERC721InvalidReceiver: (receiver: string) => [
    `${receiver} can't receive an agent.`,
    'A contract must implement `onERC721Received`.',
  ],
  ERC721InvalidSender: (sender: string) => [`${sender} can't send an agent.`, standard],

  // The forwarder
  AlreadyAttempted: () => ['This report was delivered before.', 'Nothing is to be done.'],
  DuplicateSigner: (signer: string) => [`${signer} signed twice.`, 'Each node signs once.'],
  ExcessSigners: (count: bigint, most: bigint) => [`${count} signers are more than ${most}.`, forwarder],
  FaultToleranceMustBePositive: () => ['A DON tolerates at least one fault.', forwarder],
  InsufficientGasForRouting: () => ['Too little gas for the report.', 'Send more, up to 5,000,000.'],
  InsufficientSigners: (count: bigint, least: bigint) => [
    `${count} signers are fewer than ${least}.`,
    forwarder,
  ],
  InvalidConfig: (id: bigint) => [`The forwarder knows no configuration ${id}.`, forwarder],
  InvalidReport: () => ['The report is shorter than its header.', library],
  InvalidSignature: () => ['A signature has not 65 bytes.', library],
  InvalidSignatureCount: (expected: bigint, received: bigint) => [
    `${received} signatures came with the report.`,
    `Exactly ${expected} are needed.`,
  ],
  InvalidSigner: (signer: string) => [`${signer} is no node of the DON.`, forwarder],
  UnauthorizedForwarder: () => ['The router does not know this forwarder.', forwarder],

  NoReason: () => [
    'A contract refused, and gave no reason.',
    'Bytes such as --evidence may not be encoded as docs/contracts.md says, or the contract is another one.',
  ],
  Unknown: (selector: string) => [
    `A contract refused, with an error that is not known here (${selector}).`,
    'Is the record in deployments/ that of the contracts on this chain?',
  ],
}

const over =
  'It is over; seats are paid with `market claim`, agents without one with `market leave`, all others with `market withdraw`.'

/** What usually comes next for a market in a state. */
const nextStep: Readonly<Record<string, string>> = {
  Open: 'Agents join until shortly before its deadline; from the deadline on `market request` asks for its resolution.',
  Requested: 'It waits for the report of its round; after the timeout `market expire` ends it.',
  Resolved:
    'During its window it can be challenged or appealed; after it `market settle` fixes who is paid what.',
  Settled: 'Next is `market finalize`; workers are paid with `market claim`.',
  Finalized: over,
  Invalid: over,
}

/** A refusal in words: what is wrong, then what to do. */
export function explain(name: string, args: readonly unknown[]): readonly [string, ...string[]] {
  const sentence = Object.hasOwn(sentences, name) ? sentences[name] : undefined
  if (sentence === undefined) return [`The contract refused: ${name}(${args.join(', ')}).`]
  return sentence(...(args as never[]))
}
