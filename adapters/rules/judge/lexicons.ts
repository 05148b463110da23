import { acts } from '../../../reading/rule/acts.ts'
import { formsOf } from '../../../reading/text/formsOf.ts'
import { lexicon } from '../../../reading/text/Phrases.ts'

const words = (text: string) => lexicon(text.trim().split(/\s*\|\s*/))

/**
 * What people, states and companies do: whether it was done is a matter of judgement, and may be half done. A broad list on
 * purpose, with all their forms: one that was cut to known disputes would know only those.
 */
export const conduct = lexicon([
  ...formsOf(acts),
  ...`agreement announcement bankrupt bankruptcy ceasefire clash coup custody cyberattack deal guilty insolvent invasion ipo
    meeting merger negotiations out peace resignation sanctions shutdown summit talks treaty truce war`.split(
    /\s+/,
  ),
])

/** What the rule says does not count: each is a dispute that somebody foresaw. */
export const exclusions = words(`
  will not qualify | will not count | will not be considered | will not be counted | does not qualify | do not qualify
  | does not count | do not count | will not suffice | not be sufficient | will not alone | alone will not | will also not
  | not constitute | will not resolve | only | must | cannot | unless | except`)

/** Words to which the rule gives a meaning of its own. */
export const definitions = words(`
  defined as | is defined | are defined | for the purpose of | for the purposes of | for purposes of | will be considered
  | qualifying | to qualify | is considered | refers to | means that | will qualify | considered to be`)

/** Sources that may be replaced by others nobody has named. */
export const openSources = words(`
  or comparable | or a comparable | or equivalent | or an equivalent | or similar announcement | or similar source
  | or similar reporting | or another credible source | or other credible sources | or any other source | or any credible
  | or other official source | or other sources`)

const degreeWords = `
  substantially | substantial | significant | significantly | broadly | generally | effectively | widely | reasonable
  | reasonably | major | largely | primarily | overwhelming | meaningful | clearly | credibly`

/** Degrees without a measure. */
export const degrees = words(degreeWords)

/** What a title asks where two careful readers may part: how well, how good, how much of something. */
export const vague = words(`${degreeWords}
  | go well | goes well | do well | does well | perform well | performs well | be good | be bad | be great | be a success | be successful
  | be a failure | be a disaster | be popular | be important | be fair | be happy | be better | be worse | be big | be soon | get better
  | get worse | go badly | go wrong | succeed | succeeds | improve | improves | worsen | worsens | a lot | a hit | a flop | soon | massive
  | huge | big news | serious | seriously | dramatic | dramatically | impressive | disappointing | good enough | strong | strongly | well received`)

/** Where the rule itself reckons with doubt. */
export const doubts = words(
  'ambiguity | ambiguous | unclear | sole discretion | in the event of doubt | good faith',
)
