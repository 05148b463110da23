/** Pasts that no rule gives. */
const irregular: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  `become became, begin began begun, bid bid, blow blew blown, break broke broken, bring brought, build built, burn burnt, burst burst,
  buy bought, cast cast, catch caught, choose chose chosen, come came, cost cost, cut cut, deal dealt, do did done, draw drew drawn,
  drive drove driven, eat ate eaten, fall fell fallen, feed fed, fight fought, find found, flee fled, fly flew flown,
  forbid forbade forbidden, freeze froze frozen, get got, give gave given, go went gone, grow grew grown, hear heard, hide hid hidden,
  hit hit, hold held, keep kept, know knew known, lead led, leave left, lend lent, let let, lose lost, make made, meet met,
  overcome overcame, overthrow overthrew overthrown, pay paid, put put, quit quit, read read, ride rode ridden, rise rose risen, run ran,
  say said, see saw seen, sell sold, send sent, set set, shoot shot, show showed shown, shrink shrank shrunk, shut shut, sink sank sunk,
  speak spoke spoken, spend spent, spin spun, split split, spread spread, stand stood, steal stole stolen, strike struck, swear swore sworn,
  swim swam swum, take took taken, teach taught, tell told, think thought, throw threw thrown, wear wore worn, win won,
  withdraw withdrew withdrawn, write wrote written`
    .split(/,\s+/)
    .map((line) => {
      const [verb, ...pasts] = line.split(' ')
      return [verb!, pasts]
    }),
)
const irregularPasts = new Set(Object.values(irregular).map((pasts) => pasts.at(-1)!))
/** Whether a word is a past that no rule gives, as it stands after "be": built, stolen. */
export const isIrregularPast = (text: string): boolean => irregularPasts.has(text)

/** Of more than one syllable, and doubled none the less. */
const doubling = new Set([
  'airdrop',
  'cancel',
  'expel',
  'unban',
  'admit',
  'commit',
  'submit',
  'permit',
  'refer',
  'occur',
])
/** One syllable, one vowel, one consonant: ban, ship, stop. */
const isShort = (verb: string): boolean => /^[^aeiou]*[aeiou][bdfgklmnprt]$/.test(verb)

/**
 * The forms in which verbs stand in titles.
 *
 * @example
 * formsOf('ban deny') // ['ban', 'bans', 'banned', 'deny', 'denies', 'denied']
 */
export const formsOf = (verbs: string): string[] => verbs.trim().split(/\s+/).flatMap(formsOfOne)

/** The same as pairs of a form and what it is called when it has happened: `['bans', 'banned']`. */
export const pastsOf = (verbs: string): [form: string, past: string][] =>
  verbs
    .trim()
    .split(/\s+/)
    .flatMap((verb) => {
      const forms = formsOfOne(verb)
      return forms.map((form): [string, string] => [form, forms.at(-1)!])
    })

function formsOfOne(verb: string): string[] {
  const isSoft = /[^aeiou]y$/.test(verb)
  const stem = isSoft ? `${verb.slice(0, -1)}i` : verb
  const present = isSoft || /(?:s|x|z|sh|ch)$/.test(verb) ? `${stem}es` : `${verb}s`
  const past = verb.endsWith('e')
    ? `${verb}d`
    : `${doubling.has(verb) || isShort(verb) ? verb + verb.at(-1) : stem}ed`
  return [verb, present, ...(Object.hasOwn(irregular, verb) ? irregular[verb]! : [past])]
}
