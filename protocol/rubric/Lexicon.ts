import * as Phrases from './Phrases.ts'

/** The phrases that mean something to a rule, by what they mean. */
export type Category = (typeof index.categories)[number]
export type Hits = Phrases.Hits<Category>

export const index = Phrases.compile({
  // Words that withdraw certainty from what is said.
  hedge: `might|may be|may have|may not|could be|could have|possible|possibly|perhaps|likely|unclear|not clear|uncertain
    |uncertainty|ambiguous|ambiguity|probably|seems|seem|appears to|appear to|suggests|suggest|presumably|not sure
    |not certain|unsure|hard to say|hard to tell|difficult to|risky|speculative|implies|implied|potentially|arguably`,
  // The argument turns round: an objection, an interruption, a second thought.
  turn: `however|but|wait|actually|alternatively|although|though|on the other hand|confusing|confusion|unless|hmm
    |hold on|nevertheless|nonetheless|despite|let me check again|let me re|reexamine|discrepancy|inconsistency
    |inconsistent|conflict|contradiction|contradictory|instead|rather`,
  // The evidence does not say what the question asks.
  gap: `no info|no information|no verifiable|no explicit|no direct|no evidence|no data|no confirmation|no official
    |no clear|no specific|no definitive|no concrete|no record|no result|no results|no final|none of the|none of these
    |none of them|not provided|not available|not explicitly|not specified|not found|not mention|not mentioned
    |not include|not included|not provide|not state|not stated|not show|not confirm|not confirmed|not give|not have access
    |not specify|not directly|not contain|not definitively|don't include|don't provide|don't mention|don't have|don't show
    |don't state|don't give|don't confirm|don't specify|don't contain|don't explicitly|don't see|doesn't mention
    |doesn't include|doesn't provide|doesn't show|doesn't state|doesn't specify|doesn't give|doesn't confirm
    |doesn't explicitly|doesn't have|doesn't contain|doesn't say|isn't mentioned|isn't available|isn't provided|isn't clear
    |isn't explicitly|isn't stated|isn't in the|aren't provided|aren't available|without explicit|without concrete
    |without official|without direct|without specific|without access|without confirmation|without a|without the|without more
    |without further|without any|without watching|without knowing|lack of|lacks|lacking|lack|absence of|insufficient
    |cannot determine|can't determine|cannot confirm|can't confirm|cannot be determined|cannot verify|can't verify
    |cannot resolve|can't resolve|unable to|unavailable|unverified|unconfirmed|missing|not yet available|hard to confirm
    |can't be sure|cannot be sure|can't definitively|cannot definitively|can't see|can't access|cannot access|no mention of`,
  // The conclusion is supposed, not found.
  assumption: `assume|assumes|assuming|assumed|assumption|most probable|more probable|default to|defaults to|by default
    |defaulting|infer|inferred|inference|extrapolate|extrapolating|reasonable to|it's reasonable|most likely|more likely
    |guess|best guess|educated guess|estimate|estimated|estimating|approximately|safe to|safest|the safe|presume|expected outcome
    |based on the trend|historically`,
  // Odds, forecasts and previews: what people thought before, not what happened.
  forecast: `prediction|predictions|predicted|predicts|predict|predicting|odds|favored|favoured|favorite|favorites|favourite
    |forecast|forecasts|forecasted|preview|previews|betting|projected|projection|projections|projections suggest|expected to
    |market sentiment|polymarket|manifold|kalshi|prediction market|prediction markets|upcoming|implied probability
    |win probability|ranked higher|head to head|h2h|analysts expect|price prediction|price target`,
  // The event is described as still to come or still running.
  pending: `not yet|hasn't happened|has not happened|hasn't occurred|has not occurred|hasn't taken place|has not taken place
    |hasn't been|has not been|yet to|still ongoing|ongoing|in progress|still live|is live|future event|in the future
    |too early|not concluded|hasn't concluded|has not concluded|not finished|hasn't started|hasn't finished|not started
    |isn't over|not over|still open|still pending|remains open|still in the future|later today|later in the day|live score`,
  // What is cited concerns another event, date or version than the one asked about.
  mismatch: `different game|different match|different event|different date|different market|different question
    |previous game|previous match|previous games|previous matches|another game|another match|other game|other match
    |earlier game|earlier match|past games|past matches|not the one|not relevant|not related|unrelated|irrelevant
    |not the same|wrong date|a typo|typo|different speech|different tournament|prior game|prior match|different year
    |not specifically|isn't relevant|aren't relevant|not about`,
  // Several independent reports say the same.
  corroboration: `all sources|all the sources|all reports|all evidence|all results|all indicate|all confirm
    |all these sources|multiple sources|multiple reports|multiple outlets|several sources confirm
    |multiple credible|multiple reliable|consistently report|consistently reported|consistently
    |consistent across|corroborate|corroborates|corroborated|corroborating|sources agree|sources confirm
    |reports confirm|both confirm|same score|same result|same outcome|same final|the same conclusion
    |cross checked|cross referenced`,
  // One report bears out another.
  confirmation: `all of these|all relevant|also confirms|also confirm|also confirmed|confirms that|confirm that
    |confirmed by|confirming the|further confirms|further confirming|reiterates|reiterate|also reports
    |also reported|also states|independently|agree that|verified by|confirms the|confirm the
    |confirming that|supports this`,
  // The other side was looked for, and what was found is said.
  countercheck: `no conflicting|any conflicting|conflicting information|no contradictory|no contradiction|contradict
    |contradicts|not postponed|wasn't postponed|postponed or canceled|postponed or cancelled
    |postponement or cancellation|canceled or postponed|cancelled or postponed|no indication|no indications
    |no mention of the|being postponed|being canceled|being cancelled|no evidence of|no reports of
    |no dispute|no other sources|ruled out|rules out|counterargument|even if|double check|cross check
    |contrary evidence|opposite view|isn't applicable|doesn't apply|do not apply|does not apply`,
  // Something is reported to have happened, or to have been measured.
  finding: `won|wins|win|winning|defeated|defeat|defeats|beat|beating|victory|lost to|lost|final score|scored|closed at|closing
    |settled at|announced|announcement|signed|reached|took place|occurred|completed|recorded|was elected|acknowledged
    |launched|released|published|passed|approved|said|stated|states|reported|reports|report|sold|acquired|finished|ended
    |struck|resigned|appointed|nominated|concluded|clinched|secured|led|hit a|peaked|highest|high of|low of`,
  // The kind of document that settles such a question.
  authority: `official|officially|transcript|box score|boxscore|press release|filing|ministry|according to
    |resolution source|primary source|primary data|executive order|dataset|recap|scorecard|match report
    |match result|game recap|bureau|results page|final result|final results`,
  // The rules of the market are read and applied.
  rule: `resolution conditions|resolution criteria|resolution condition|resolution rules|resolution source|market rules
    |the rules|the criteria|criteria|condition|conditions|specifies|specified|ancillary data|description states|market resolves
    |market should resolve|should resolve|would resolve|resolves to|resolve to|qualify|qualifies|deadline|timeframe|time frame
    |threshold|requirement|requirements|cutoff|within the|settlement|definition`,
  // A conclusion is drawn.
  conclusion: `therefore|thus|hence|in conclusion|consequently|as a result|the answer is|the answer should
    |the answer would|should resolve|conclude|recommendation is|the recommendation|recommendation should
    |the outcome is|so the market|so the resolution|resolution is|market resolves to`,
  // Posts and videos that nobody answers for.
  hearsay: `youtube|reddit|twitter|tweet|tweets|tiktok|telegram|facebook|instagram|forum|rumor|rumors|rumour|rumours|rumored
    |speculation|speculated|allegedly|unverified reports|social media|blog|fan site|wiki|video game|simulation|thumbnail`,
  // Why a question can have no answer: the event was called off.
  void: `was canceled|was cancelled|was abandoned|been canceled|been cancelled|been abandoned|no contest|walkover|was voided
    |was annulled|called off|was suspended|never took place|did not take place`,
})

export const noHits = (): Hits => Phrases.none(index)

/** How often each category is met in a sentence. */
export const read = (words: readonly string[]): Hits => Phrases.count(index, words)

/** What a worker would like to be found in its answer. */
const praise: ReadonlySet<Category> = new Set<Category>([
  'corroboration',
  'confirmation',
  'countercheck',
  'authority',
  'finding',
  'conclusion',
])

/** Whether such phrases follow each other like beads, four and more with at most one word between: a list, no sentence. */
export function isStuffed(words: readonly string[]): boolean {
  let [chain, longest, behind] = [0, 0, -1]
  Phrases.scan(index, words, (category, start, end) => {
    if (!praise.has(category)) return
    chain = chain > 0 && start - behind <= 1 ? chain + 1 : 1
    longest = Math.max(longest, chain)
    behind = end
  })
  return longest >= 4
}
