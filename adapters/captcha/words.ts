/** Spellings by ear that are too far from the word for a slip of the pen. */
export const byEar = {
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

/** Words that matter to a problem, by what they do there. */
export const words = {
  point: 'point',
  force: 'newton newtons',
  length:
    'meter meters metre metres centimeter centimeters cm cms kilometer kilometers km millimeter millimeters feet foot ' +
    'inch inches mile miles',
  time: 'second seconds sec secs minute minutes min hour hours day days week weeks month months year years',
  mass: 'kilogram kilograms kg grams gram kilos pounds',
  percent: 'percent',
  otherUnit:
    'joule joules watt watts pascal pascals units degrees neurons knots hertz dollars calories calorie liters milliliters',
  thing:
    'lobster claw pincer antenna tail leg body shell crab mate eye lobsters antennas antennae shrimp fish larvae group trap tank',
  things:
    'claws pincers legs shells crabs mates strikes touches taps contacts pinches facets pushes segments eyes pulses ' +
    'bursts flicks friends buddies forces pebbles trips eggs mussels clams snails traps tanks groups points hits members ' +
    'pieces parts squeezes ripples snaps newcomers urchins worms bites meals rounds laps steps strokes cages nests boxes ' +
    'rivals predators hunters fights tails chunks sections bouts jabs grabs dives attacks kicks shoves swings offspring ' +
    'juveniles babies barnacles boats divers clicks beats hops samples males females flips flip rocks burrows dens',
  times: 'times',
  add:
    'add adds adding added plus gain gains gaining gained increase increases increased increasing accelerate ' +
    'accelerates accelerated accelerating speeds boosts boosted boosting additional extra grow grows grew growing rise ' +
    'rises rising rose surges surged quickens hastens climbs jumps raise raises raised raising joined strengthens earns earned ' +
    'receives received acquires boost bonus tightens ' +
    'tightened intensifies amplifies lengthens lengthened expands expanded warms warmed swells extends extended heats heated ' +
    'obtains obtained buys bought joins join arrives arrive arrived tops topped enlarges enlarged widens widened deepens ' +
    'deepened inflates loads loaded accumulates accumulated hikes hiked soars soared strengthened climbed advances improves',
  subtract:
    'slow slows slowing slowed lose loses losing lost decelerate decelerates decelerated decelerating decrease ' +
    'decreases decreased decreasing reduce reduces reduced reducing drop drops dropped dropping minus subtract ' +
    'subtracts subtracted subtracting weaken weakens weakened removes removed falls fell shrinks sinks brakes tires drains ' +
    'absorbs absorbed blocks blocked cancels cancelled dissipates spends spent drained lowers lowered ' +
    'diminishes diminished declines declined loss reduction loosens ' +
    'fall loosened shortens shortened dampens softens releases released cools cooled forfeits forfeited leaks leaked ' +
    'ditches ditched discards discarded donates donated sells sold gobbles gobbled slackens slackened wastes wasted ' +
    'consumes consumed dumps dumped unloads unloaded deducts deducted sacrifices surrenders escape escapes escaped leave ' +
    'leaves die dies died departs erodes eroded evaporates spills spilled fades faded wanes waned cuts cut dips ' +
    'dipped plunges sags vanish vanishes removed withdraws',
  multiply: 'multiply multiplies multiplied multiplying multiplier multiplication product fold foldly factor',
  divide: 'divide divides divided dividing quotient ratio',
  average: 'average mean',
  total: 'total totals totally sum combined combine combines combining altogether overall',
  together: 'together simultaneously both jointly',
  remain: 'remain remains remaining left leftover stay stays keep keeps kept survive survives survived',
  net: 'net resultant resulting effective apparent',
  difference: 'difference differ differs change',
  oppose:
    'against resistance resist resists resisted opposing opposes opposite rival drag friction counters countered ' +
    'opposed headwind buoyant buoyancy counterforce',
  each: 'each every apiece',
  share: 'split splits equally evenly among amongst distributed distributes shared',
  measure:
    'torque work power impulse momentum distance far acceleration pressure area density energy volume depth deep height ' +
    'high tall length long wide time mass weight weigh heavy strong strength hard push pull thrust grip',
  asForce: 'force',
  asSpeed: 'speed velocity quick quickly fast velo',
  and: 'and with while another then',
  but: 'but however',
  /** Parts of a whole of which there are several: `two thirds`. */
  part: 'thirds quarters fifths eighths tenths',
  other: 'other',
  by: 'by',
  of: 'of',
  from: 'from',
  per: 'per',
  square: 'square squared cubic cubed',
  as: 'as',
  greater:
    'more greater faster stronger heavier harder deeper longer higher further farther taller quicker wider older larger bigger warmer',
  smaller:
    'less slower weaker fewer lighter shorter lower softer shallower younger smaller cooler colder closer nearer',
  /** What may stand between a number and what it counts. */
  adjective: 'such equal identical similar same large small big hungry young adult tiny giant different',
  to: 'to',
  than: 'than',
  no: 'no wait actually sorry correction rather oops nope scratch',
  ask: 'what whats how much many find calculate determine compute',
  filler: 'um umm uh uhm uhh er err errr hmm hm erm gah haha ah oh like so',
} as const

/** Words that change one number without a second. */
export const factors = {
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
  halving: 0.5,
}
