import { lexicon } from '../text/Phrases.ts'

const words = (text: string) => lexicon(text.trim().split(/\s*\|\s*/))

/** What people and states do: whether it was done is a matter of judgement, and may be half done. */
export const conduct = words(`
  announce | announces | announced | announcement | agree | agrees | agreed | agreement | deal | ceasefire | truce | recognize
  | recognizes | recognise | recognises | strike | strikes | attack | attacks | invade | invades | invasion | capture | captures | deploy
  | deploys | declare | declares | resign | resigns | out | remove | removes | removed | fire | fires | fired | sign | signs | signed
  | pardon | pardons | ban | bans | visit | visits | meet | meets | meeting | apologize | apologizes | wear | wears | say | says | launch
  | launches | relaunch | relaunches | gift | gifts | create | creates | end | ends | ended | destroyed | confirm | confirms | confirmed
  | arrest | arrested | charged | pause | pauses | annul | annuls | leave | leaves | acquire | acquires | purchase | purchases | nominate
  | nominates | endorse | endorses | release | releases | approve | approves | impose | imposes | withdraw | withdraws | block | blocks
  | cancel | cancels | return | returns | hit | hits | clash | war | issue | issues | talk | talks | negotiate | join | joins | reopen
  | suspend | suspends | expel | expels | dissolve | dissolves | extradite | extradited | seize | seizes | intercept | intercepts
  | respond | responds | retaliate | retaliates | call | calls | called | refuel | refuels | raid | raids | evacuate | evacuates`)

/** What has referees, clocks and published results. */
export const contest = words(`
  game | games | match | matches | matchup | tournament | championship | season | race | bout | fight | cup | playoffs | draft | draw
  | league | round | set | map | series | final | finals | grand prix | open | candle | award | awards | spread`)

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

/** What must be confirmed by more than one side. */
export const sides = words('both | mutual | mutually | either | neither | jointly | bilateral')

/** Degrees without a measure. */
export const degrees = words(`
  substantially | substantial | significant | significantly | broadly | generally | effectively | widely | reasonable
  | reasonably | major | largely | primarily | overwhelming | meaningful | clearly | credibly`)

/** Where the rule itself reckons with doubt. */
export const doubts = words(
  'ambiguity | ambiguous | unclear | sole discretion | in the event of doubt | good faith',
)
