/** What a word can mean to a problem. */
export type Role = 'number' | 'scale' | 'factor' | keyof typeof words

export type Entry = { readonly word: string; readonly role: Role; readonly value: number }

const upToNineteen =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen ' +
  'seventeen eighteen nineteen'
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'
const scales = { hundred: 100, thousand: 1000 }

/** Words that change one number without a second. */
const factors = {
  twice: 2,
  double: 2,
  doubles: 2,
  doubled: 2,
  doubling: 2,
  thrice: 3,
  triple: 3,
  triples: 3,
  tripled: 3,
  tripling: 3,
  quadruple: 4,
  quadruples: 4,
  quadrupled: 4,
  half: 0.5,
  halves: 0.5,
  halved: 0.5,
}

/** Spellings by ear that are too far from the word for a slip of the pen. */
const byEar = {
  newtons:
    'nootons notons nutons neutons neutrons nuetons noodons newdons newotons neowtons neuwtons neootons newontons newntons',
  newton: 'nooton neuton nuton',
  velocity:
    'velawcitee velawcity velowcitee velowcity veloawcitee veleocity velowity velaocity velaaowcity velosity velositee ' +
    'velocitee velaucity vilocity',
  physics: 'physix physixs physxics physiks phisix phizix fysics fysix fizix fizzics',
  centimeters:
    'cements cemeters cmeters cemments cemmeters cmes cments cems cmees centimetres sentimeters centameters cemtimeters',
  seconds: 'sekonds secunds',
  meters: 'meeters metars meatas',
  claw: 'klaw clawr',
  claws: 'klaws clawz',
  lobster: 'lobstah lobsta lobstar lawbster lobstwer lobqstwer lxobqst lobber lxobster',
  lobsters: 'lobbers lobstahs',
}

/** Words that matter, and those that are only there so that no number is seen in them. */
const words = {
  point: 'point',
  force: 'newton newtons',
  length:
    'meter meters metre metres centimeter centimeters cm cms kilometer kilometers km millimeters feet foot inches miles',
  time: 'second seconds sec secs minute minutes min hour hours',
  mass: 'kilogram kilograms kg grams gram kilos pounds',
  percent: 'percent',
  otherUnit: 'joules watts pascals units degrees neurons',
  thing: 'lobster claw pincer antenna tail leg body shell crab mate lobsters antennas antennae',
  things:
    'claws pincers legs shells crabs mates strikes touches taps contacts pinches facets pushes segments eyes pulses ' +
    'bursts flicks friends buddies forces',
  times: 'times',
  add:
    'add adds adding added plus gain gains gaining gained increase increases increased increasing accelerate ' +
    'accelerates accelerated accelerating speeds boosts boosted boosting additional extra grows rises surges surged quickens hastens climbs jumps',
  subtract:
    'slow slows slowing slowed lose loses losing lost decelerate decelerates decelerated decelerating decrease ' +
    'decreases decreased decreasing reduce reduces reduced reducing drop drops dropped dropping minus subtract ' +
    'subtracts subtracted subtracting weaken weakens weakened removes removed falls shrinks sinks brakes tires drains',
  multiply: 'multiply multiplies multiplied multiplying multiplier multiplication product fold foldly factor',
  divide: 'divide divides divided dividing quotient ratio',
  average: 'average mean',
  total: 'total totals totally sum combined combine combines combining altogether overall',
  together: 'together simultaneously both jointly',
  remain: 'remain remains remaining left leftover',
  net: 'net resultant resulting',
  difference: 'difference differ differs',
  oppose: 'against resistance resist resists opposing opposes opposite rival drag friction counters',
  each: 'each every apiece',
  share: 'split splits equally evenly among distributed',
  product: 'torque work power impulse momentum',
  distance: 'distance far travel travels traveled',
  acceleration: 'acceleration',
  pressure: 'pressure',
  asForce: 'force',
  asSpeed: 'speed velocity quick quickly fast velo',
  and: 'and with while another then',
  but: 'but however',
  other: 'other',
  by: 'by',
  of: 'of',
  from: 'from',
  per: 'per',
  square: 'square squared',
  as: 'as',
  greater: 'more faster stronger heavier',
  smaller: 'less slower weaker fewer lighter',
  to: 'to',
  than: 'than',
  no: 'no wait actually sorry',
  ask: 'what whats how much many find calculate determine',
  filler: 'um umm uh uhm uhh er err errr hmm hm erm gah haha ah oh like so',
  plain:
    'a i s t the is it its an at in on or are was be has have had do does did that this these those there their ' +
    'they them he she his her we you your our us who why when where which for will would could can should may might ' +
    'into over under up down out off about around after before during through between near along across above below ' +
    'new now old big small large larger smaller great high low hard strong weak main right first last next same such ' +
    'very too also just only still yet again already once one’s some any all most many few own not none nor only ' +
    'uses use using used exert exerts exerting exerted apply applies applied applying push pushing pushed pull pulls ' +
    'pulling pulled pinch pinching pinched strike striking swim swims swimming swam swing swings move moves moving ' +
    'moved deliver delivers generate generates produce produces make makes making made get gets getting got give ' +
    'gives take takes taken come comes go goes going gone see look looks look think know show hold holds held hit ' +
    'hits grip grips grab grabs crush crushes snap snaps slap slaps tap touch touching flick flail flails dive ' +
    'dives turn turns start starts stop stops begin begins win wins collide collides fight fights fighting fighter ' +
    'dominance dominant dominates domination social territory territorial density molt molts molting moult moulting ' +
    'physics problem question answer decimal places number value result amount measure ocean sea water waters reef ' +
    'current currents cold cool warm deep shallow acid depth wave waves tide rock rocks stone stones ' +
    'bottom surface antenna intense often listen attention potential tension extend extends tender tentacle content ' +
    'contest weight height eight’s light night tight bright sight might eighth freight alone someone anyone tone ' +
    'bone zone done gone stone phone ozone none honest money mine line fine shine spine marine machine define medicine ' +
    'live alive drive driven give arrive dive hive for form forms former forth forward forest forever hour ' +
    'your pour four’s course source fourth fifth sixth seventh third tenth ninth tenths sixes mix fix seven’s ' +
    'events eleventh never every sever several severe threat threatens throw throws through thing ' +
    'things thick twist twists twin twins between tween town tower toward network ' +
    'intent intensity sentence attend tendency length strength tenacious kitten written mitten beaten rotten bitten ' +
    'opponent challenger buddy friend enemy prey target fish shrimp swimmer crustacean animal creature pack group ' +
    'leverage lever arm reach mass growth delayed long short odd expert powerful power-up engages engage ' +
    'displays display measured testing test obfuscated glitchy garble neural neuron chemical signal signals sensor ' +
    'experience experiences resting restore restorer exhibits sprout sprouts muscle muscles joint joints curl ripple conflict due ' +
    'because since until than share shares sheds shed behavior behaviour burst boost tail-flick aqua angry away ' +
    'exactly roughly nearly simply suddenly slowly directly mostly fully partly briefly slightly finally initially body ' +
    'energy density steady heavy tiny shiny early only very any many stay away play sway spray today say grip gripping ' +
    'wins lifts lift carries carry drags dragging throws catches catch crawls crawl walks walk rests rest waits',
} as const

const entriesOf = (role: Role, list: string, valueAt: (index: number) => number): Entry[] =>
  list.split(' ').map((word, index) => ({ word, role, value: valueAt(index) }))

const valued = (role: Role, table: Readonly<Record<string, number>>): Entry[] =>
  Object.entries(table).map(([word, value]) => ({ word, role, value }))

const plainEntries: readonly Entry[] = [
  ...entriesOf('number', upToNineteen, (index) => index),
  ...entriesOf('number', tens, (index) => 20 + 10 * index),
  ...valued('scale', scales),
  ...valued('factor', factors),
  ...Object.entries(words).flatMap(([role, list]) => entriesOf(role as Role, list, () => 0)),
]

/** Every spelling with what it means; where a word is listed twice, the first counts. */
export const lexicon: ReadonlyMap<string, Entry> = new Map(
  [
    ...Object.entries(byEar).flatMap(([word, spellings]) =>
      spellings
        .split(' ')
        .map((spelling) => [spelling, plainEntries.find((entry) => entry.word === word)!] as const),
    ),
    ...plainEntries.map((entry) => [entry.word, entry] as const),
  ].toReversed(),
)
