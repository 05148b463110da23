import { pastsOf } from '../text/formsOf.ts'
import { lexicon } from '../text/Phrases.ts'
import { acts } from './acts.ts'

/** What an answer is read from, when the rule says so: the first half of a condition's name. */
export const instruments: Readonly<Record<string, string>> = {
  'press release': 'press_release',
  'executive order': 'executive_order',
  'executive orders': 'executive_order',
  candle: 'candle',
  price: 'price',
  'market cap': 'market_cap',
  tvl: 'tvl',
  'box office': 'box_office',
  'popular vote': 'popular_vote',
  'federal funds': 'interest_rate',
  temperature: 'temperature',
  magnitude: 'magnitude',
  'approval rating': 'approval_rating',
  poll: 'poll',
  polls: 'poll',
}
/** What happens: the other half. Words of one line are forms of one event; acts are called by their past. */
export const events: Readonly<Record<string, string>> = Object.fromEntries([
  ...pastsOf(acts),
  ...`signed: sign signs signed
  passed: pass passes passed
  won: win wins won winner beat beats defeat defeats
  said: say says said mention mentions
  up_or_down: up
  announced: announce announces announced announcement
  launched: launch launches launched relaunch relaunches
  released: release releases released
  agreed: agree agrees agreed agreement deal ceasefire
  recognized: recognize recognizes recognised
  resigned: resign resigns out removed leaves leave
  confirmed: confirm confirms confirmed
  nominated: nominate nominates nominated
  elected: elected election
  advanced: advance advances advanced qualify qualifies
  met: meet meets met meeting
  struck: strike strikes struck hits attack attacks
  captured: capture captures captured recapture
  visited: visit visits visited
  convicted: convict convicted guilty sentenced jailed
  arrested: arrest arrested charged indicted
  acquired: acquire acquires buy buys purchase purchases
  approved: approve approves approved approval
  closed: close closes
  scored: score scores combine
  named: named next
  posted: tweet tweets post posts
  drafted: draft drafts drafted picked
  ended: end ends ended
  relegated: relegated relegation
  finished: finish finishes finished
  ranked: rank ranks ranked
  died: die dies died dead
  enacted: enact enacts enacted law
  raised: raise raises raised increase increases increased hike hikes
  lowered: lower lowers lowered cut cuts decrease decreases
  started: start starts started begin begins
  performed: perform performs performed`
    .split('\n')
    .flatMap((line) => {
      const [name, forms] = line.trim().split(': ') as [string, string]
      return forms.split(' ').map((form) => [form, name])
    }),
])
/** How things stand, where nothing is said to happen. */
export const states: Readonly<Record<string, string>> = {
  vs: 'won',
  versus: 'won',
  reach: 'reached',
  reaches: 'reached',
  make: 'made',
  makes: 'made',
  become: 'became',
  becomes: 'became',
  have: 'has',
  has: 'has',
  be: 'is',
  is: 'is',
}
export const statePhrases = lexicon(Object.keys(states))
export const instrumentPhrases = lexicon(Object.keys(instruments))
export const eventPhrases = lexicon(Object.keys(events))
