/** The § syntax: text to sections and sub-tags. */
export * as Aap from './Aap.ts'
/** Accounts and contracts, in their one spelling. */
export * as Address from './Address.ts'
/** Whether a reply counts. */
export * as Admission from './Admission.ts'
/** What a verifier signs of a claim or an intent. */
export * as Approval from './Approval.ts'
/** Names of hashes, roots and addresses for the compiler. */
export type * as Brand from './Brand.ts'
/** Bytes, hex and packed integers. */
export * as Bytes from './Bytes.ts'
/** Months, and days of the Gregorian calendar. */
export * as Calendar from './Calendar.ts'
/** The questions that cross-examine a worker. */
export * as Challenge from './Challenge.ts'
/** Pages that an answer rests on, and what is quoted from them. */
export * as Citation from './Citation.ts'
/** Claims and intents of participants, and their hashes. */
export * as Claim from './Claim.ts'
/** Verifies packs of the original Cournot protocol. */
export * as Cournot from './Cournot.ts'
/** Verifies such a pack as it is handed over: a folder or archive of seven files. */
export * as CournotPack from './CournotPack.ts'
/** Decimal numbers as text, compared exactly. */
export * as Decimal from './Decimal.ts'
/** Whether a round is reported now or later. */
export * as Decision from './Decision.ts'
/** The part of a report that a contract can decide. */
export * as Docket from './Docket.ts'
/** Typed-data digests and signer recovery. */
export * as Eip712 from './Eip712.ts'
/** Where an agent listens. */
export * as Endpoint from './Endpoint.ts'
export { BaseError } from './Errors.ts'
/** What a worker collected, and what proves it. */
export * as Evidence from './Evidence.ts'
/** What a check of a proof or a round finds. */
export * as Finding from './Finding.ts'
/** keccak256, and SHA-256 for what others hashed with it. */
export * as Hash from './Hash.ts'
/** Seconds of UTC, read and written. */
export * as Instant from './Instant.ts'
/** Faults of a text, and where they stand. */
export * as Issue from './Issue.ts'
/** Canonical JSON: one spelling per value. */
export * as Json from './Json.ts'
/** Leaves that a contract reads. */
export * as Leaf from './Leaf.ts'
/** The quotas that a round must fit into. */
export * as Limits from './Limits.ts'
/** Scores by a model: the prompt, and how its reply is read. */
export * as LlmEvaluator from './LlmEvaluator.ts'
/** Merkle trees that commit to their leaf count. */
export * as Merkle from './Merkle.ts'
/** What one DON node saw of a round, packed. */
export * as Observation from './Observation.ts'
/** The visible text of a page. */
export * as Page from './Page.ts'
/** What the parts of a page are, and whether it says anything. */
export * as PageText from './PageText.ts'
/** Who is paid what when a market ends. */
export * as Payout from './Payout.ts'
/** Which calls a round makes within its quotas. */
export * as Plan from './Plan.ts'
/** Proofs of reasoning: built, signed, and opened leaf by leaf. */
export * as Proof from './Proof.ts'
/** Who can be asked for values, and what each measures. */
export * as Provider from './Provider.ts'
/** What only the DON knows of a round, for the gateway that publishes it. */
export * as Publication from './Publication.ts'
/** A market's question: parsed, validated and written. */
export * as Question from './Question.ts'
/** What the source of a rule says when the DON asks it. */
export * as Reference from './Reference.ts'
/** A round's result as the DON signs it. */
export * as Report from './Report.ts'
/** Who looks for whose citations, and what comes of it. */
export * as Reproduction from './Reproduction.ts'
/** Who decides a market, where its rule says so. */
export * as Resolver from './Resolver.ts'
/** One round of a market, decided. */
export * as Round from './Round.ts'
/** A round as it is published, and its replay. */
export * as RoundFile from './RoundFile.ts'
/** Scores by published rules. */
export * as Rubric from './Rubric.ts'
/** What decides a question. */
export * as Rule from './Rule.ts'
/** The schemas that all documents share. */
export * as Schema from './Schema.ts'
/** Dimensions, scores, reputation, vote weight and reward share. */
export * as Score from './Score.ts'
/** Documents that say what is asked, and how evidence is collected. */
export * as Spec from './Spec.ts'
/** Which waiting market a workflow takes up next. */
export * as Sweep from './Sweep.ts'
/** The weighted vote. */
export * as Tally from './Tally.ts'
/** The steps from evidence to verdict. */
export * as Trace from './Trace.ts'
/** The leaves of a round, under the root that goes on-chain. */
export * as Transcript from './Transcript.ts'
/** What a DON does as a keeper. */
export * as Upkeep from './Upkeep.ts'
/** The one outcome that a piece of reasoning ends with. */
export * as Verdict from './Verdict.ts'
/** Re-checks a proof of reasoning. */
export * as Verification from './Verification.ts'
/** Outcomes, and the reasons why a vote does not count. */
export * as Vote from './Vote.ts'
/** What workers are asked and what they answer: requests, replies, hashes, attestations. */
export * as Wire from './Wire.ts'
/** The bearer token that a DON shows to a worker. */
export * as WorkerToken from './WorkerToken.ts'
