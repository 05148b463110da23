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
  UnknownWorker: (id: bigint, worker: bigint) => [
    `Market ${id} has no worker ${worker}.`,
    'Workers count from 0.',
    show(id),
  ],
  WrongStatus: (id: bigint, status: number) => [
    `Market ${id} is ${statuses[status]}: this can't be done with it now.`,
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
    'Joins and rewards may be larger, a bond must be exact.',
  ],
  NotTheAgent: (id: bigint, caller: string) => [
    `${caller} may not act for agent ${id}.`,
    'Sign with its wallet, its owner or an operator: see `cresolver agent show`.',
  ],
  AlreadyJoined: (id: bigint, agent: bigint) => [
    `Agent ${agent} is in market ${id} already.`,
    'An agent has one place in a market; join with another one.',
  ],
  AgentIdTooLarge: (id: bigint) => [`No agent has the id ${id}.`, 'Ids have at most 48 bits.'],
  MarketFull: (id: bigint) => [
    `Market ${id} has no place left for this agent.`,
    'All places, or all places for agents without a settled market, are taken. Join another market.',
  ],
  Stopped: () => ['New markets are stopped for now.', 'Those that exist go on, and money comes out as ever.'],
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
  CheckFails: (worker: bigint) => [
    `The check of worker ${worker} does not hold under the docket's rule.`,
    'Its vote must be what the comparison gives, its sample in the window, its tier good enough.',
  ],
  MalformedReport: () => ['The bytes are no report for this round.', library],
  MalformedRecord: (index: bigint) => [
    `Record ${index} of the report is malformed.`,
    'A vote has no reason, no vote has one, and scores are 0–100.',
  ],
  NotStrikable: (worker: bigint) => [
    `Worker ${worker} has no vote that could be struck.`,
    'It gave none, or was struck before.',
  ],
  NoAppeal: (id: bigint) => [
    `Market ${id} takes no appeal now.`,
    'One is under way, or all of its rounds are used up.',
    show(id),
  ],
  NothingToPay: () => ['There is nothing to pay.', 'It was paid before, or was never due.'],
  PaymentRefused: (to: string) => [`${to} refused the money.`, 'Name another receiver with --to.'],
  NoFeedback: (id: bigint, worker: bigint) => [
    `There is no feedback to publish about worker ${worker} of market ${id}.`,
    'Only counted votes of settled markets are published, each once, where a registry is configured.',
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
    'Set owner and name before ids, and give no zeros.',
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
  BadMultiple: (multiple: bigint) => [`Bets can't be ${multiple} times the reward.`, 'Choose 1–100.'],
  BadClosingMargin: (margin: bigint) => [
    `Bets can't close ${margin} s before the deadline.`,
    'Choose a minute to a day.',
  ],
  BetsClosed: (id: bigint) => [`Bets on market ${id} are closed.`, 'Bet earlier, on a market that is open.'],
  BadSide: () => ['One bets on Yes or No.', 'Choose one of them.'],
  NoMoney: () => ['A bet needs money.', 'Send some along.'],
  TooMuch: (amount: bigint, left: bigint) => [
    `${eth(amount)} is too much.`,
    `There is room for ${eth(left)}: all bets are bounded by a multiple of the reward.`,
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
  NotTheAdmin: (caller: string) => [`${caller} may not register keys.`, 'Sign with the admin of SourceKeys.'],
  KeyExists: (id: string) => [`The source ${id} has a key already.`, 'Keys are written once.'],
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

/** What usually comes next for a market in a state. */
const nextStep: Readonly<Record<string, string>> = {
  Open: 'Agents join until shortly before its deadline; from the deadline on `market request` asks for its resolution.',
  Requested: 'It waits for the report of its round; after the timeout `market expire` ends it.',
  Resolved:
    'During its window it can be challenged or appealed; after it `market settle` fixes who is paid what.',
  Settled: 'Next is `market finalize`; workers are paid with `market claim`.',
  Finalized: 'It is over; workers are paid with `market claim`, everybody else with `market withdraw`.',
  Invalid: 'It is over; workers are paid with `market claim`, everybody else with `market withdraw`.',
}

/** A refusal in words: what is wrong, then what to do. */
export function explain(name: string, args: readonly unknown[]): readonly [string, ...string[]] {
  const sentence = Object.hasOwn(sentences, name) ? sentences[name] : undefined
  if (sentence === undefined) return [`The contract refused: ${name}(${args.join(', ')}).`]
  return sentence(...(args as never[]))
}
