/** Small words, which name nothing that is counted. */
export const small =
  'a i s t the is it its an at in on or are was be has have had do does did that this these those there + their ' +
  'they them he she his her we you your our us who why when where which for will would could can should may + ' +
  'might into over under up down out off about around after before during through between near along across ' +
  'above + below new now old larger smaller great low weak main right first last next very too also just only ' +
  'still yet + again already once one’s some any all most few own not none nor'

/** Words of the challenges that decide nothing, and those that only look like a number or hold one: `fight`, `often`. */
export const familiar =
  'quarter uses use using used exert exerts exerting ' +
  'exerted apply applies applied applying pushing pushed pulls pulling pulled pinch pinching pinched strike ' +
  'striking swim swims swimming swam swing move moves moving moved deliver delivers generate generates produce ' +
  'produces make makes making made get gets getting got give gives take takes taken come comes go goes going gone ' +
  'see look looks think know show hold holds held hit grips grab crush crushes snap slap slaps tap touch touching ' +
  'flick flail flails dive turn turns start starts stop stops begin begins win wins collide collides fight fighting ' +
  'fighter dominance dominant dominates domination social territory territorial molt molts molting moult moulting ' +
  'physics problem question answer decimal places number value result amount measure ocean sea water waters reef ' +
  'current currents cold cool warm shallow acid wave waves tide rock rocks stone stones bottom surface intense ' +
  'often listen attention potential tension extend extends tender tentacle content contest eight’s light night ' +
  'tight bright sight eighth freight alone someone anyone tone bone zone done phone ozone honest money mine line ' +
  'fine shine spine marine machine define medicine live alive drive driven arrive hive form forms former forth ' +
  'forward forest forever pour four’s course source fourth fifth sixth seventh third tenth ninth sixes mix fix ' +
  'seven’s events eleventh never sever several severe threat threatens throw throws thing things thick twist twists ' +
  'twin twins tween town tower toward network intent intensity sentence attend tendency tenacious kitten written ' +
  'mitten beaten rotten bitten opponent challenger buddy friend enemy prey target swimmer crustacean animal ' +
  'creature pack leverage lever arm reach growth delayed short odd expert powerful engages engage displays display ' +
  'measured testing test obfuscated glitchy garble neural neuron chemical signal signals sensor experience ' +
  'experiences resting restore restorer exhibits sprout sprouts muscle muscles joint joints curl ripple conflict ' +
  'due because since until share shares sheds shed behavior behaviour burst aqua angry away exactly roughly nearly ' +
  'simply suddenly slowly directly mostly fully partly briefly slightly finally initially steady shiny early play ' +
  'sway spray today say gripping lifts lift carries carry drags dragging catches catch crawls crawl walks walk ' +
  'rests rest waits'

/** Common English words: each that is known is one less that could be taken for a number, or for a lost part of one. */
export const common =
  'able accident ache act acted acting active acts adrenaline afraid age aggressive agile ahead aid aim aims air ' +
  'alarm alert algae allow allows almost alongside although always amid ample anchor ancient anemone anger animals ' +
  'announce anything apart appear appears approach approached approaches aquarium arc arena armor armored arms army ' +
  'arrived arrives arrow artificial aside ask asks asleep assert asserts assume assuming ate atop attack attacking ' +
  'back backs backward backwards bait balance ball bank bar bare barely bay beach beast beat became become becomes ' +
  'bed been began behind being believe belly bend bends beneath beside besides best better beyond bigger biggest ' +
  'bite biting black blade blast blow blows blue boat bold bounce bound box brave break breaking breaks brief bring ' +
  'brings broad broken brown bubble bubbles build builds bump bumps buoyancy buoyant burn burning burns burrow ' +
  'bursting butter button buys call called calls calm came camera canyon captain captured carapace cargo cautious ' +
  'cave caves cell cells center central chain champion chance changed changes changing chapter charge charges ' +
  'charging chase chased chases chasing chest chief chill circle circles claim claims clamp clamped clamps clash ' +
  'clashes clawed clean clear clearly climb climbing clings close closed closer closes closing cloud cluster coast ' +
  'coastal cod coil collect collected collision colony color community companion competes competing competitor ' +
  'complete completely cone confront confronts confused connect consecutive consider considered considering ' +
  'consistent constant contact contract contracted contracts control converts coral corner cost counted counter ' +
  'counting couple cover covered covering covers crack cracks crash crashes crawled crawling create created creates ' +
  'creek crest crevice cross crossed crosses crowd crown cruise cruising crushed crusher crushing crust curious ' +
  'curled curve cut cuts cutter cutting cycle daily dance dances danger dangerous dark dart darts dash dashes ' +
  'dashing date dead deal dear debris decide decides deck deeply defeat defeated defeats defend defending defends ' +
  'defense deflects delta den dens describe desperate detect detects develops device die dies difficult dig digging ' +
  'digs dips direction directions distant diver diving dock dorsal doubtful downward dozens dragged draw drew drift ' +
  'drifting drifts drives driving dry duel duels dulls duo duration dust ear earlier earth ease easily east easy ' +
  'eat eaten eating eats edge effort egg elbow electric element elements emerge emerges enclosure encounter ' +
  'encounters end ended ends enemies energetic engaged engine enhances enormous enough enter enters entire equals ' +
  'escape escapes escaping establish estimate evening everyone everything exact examine example excited exhausted ' +
  'exist exits exoskeleton expand expected expends explain explore explores exploring express extended extreme face ' +
  'faced faces facing fact faint fair fairly fallen falling family fan fans farm fatigue favor fear feast feature ' +
  'feed feeding feeds feeling feels felt female fence ferocious field fierce fiercely fifths figure file fin final ' +
  'finish finishes finite fins firm firmly fisherman fishermen fixes flap flaps flat flatten flex flexes flicking ' +
  'fling float floating floats floor flow flowing flows fluid flurry foam focus follow followed following follows ' +
  'food footed forced forcing forgotten fork formed formula fortress fortune forwards found free freely fresh front ' +
  'frozen fuel full fury future gap garden gather gathered gave gear generated generating gentle gently ghost given ' +
  'giving glad glass glide glides gliding global goal gold good gotten grabbed grabbing gradually grand grass ' +
  'gravel gravity gray greatly green greets grinds gripped ground grouped grown guard guarding guards guess guide ' +
  'gulf habitat halt hand hands happen happens happy harbor hardened hardens hardly hatch hatched hatches having ' +
  'head heading heads hear heard heart heat heaviest heavily heighten heightened hello help helped helping helps ' +
  'hence here hey hidden hide hides hiding highest highly himself hitting holding hole home horizontal horizontally ' +
  'hot hovers huge hundredth hunt hunter hunting hunts hurts ice idea ideal ignore ignoring imagine immediately ' +
  'immense impact impacts important impossible impressive improved improves include including individual infinite ' +
  'inland inside insistent instant instead interact interaction interested interesting internal interval introduced ' +
  'invades island issue item itself jab jaw jaws jerk jet job join joins journey juice jump jumped jumping jumpy ' +
  'kelp key kick kill kind kinetic king knocks knot known knows lab label lady lake land landed landing lands lane ' +
  'larva larval lasting lasts late later lateral launch launches law layer layers lays lead leader leads leans leap ' +
  'leaps learn least leave leaves leaving led legged lend let lets let’s level levels lies life lifted lifting limb ' +
  'limbs limit limits linear link liquid list little lived lives living load loaded local locate located lock ' +
  'locked locks logic lonely longest loser lots loud love lucky lunch lunge lunges lying magnitude mainly maintain ' +
  'maintains male march marching mark marked match matches material math mating mature maximum maybe meal meanwhile ' +
  'measures measuring meat mechanical medium meet meets member memory method middle midnight mighty mind minimum ' +
  'minor mirror miss missing mission model moderate modest moment moon moreover morning mother motion motionless ' +
  'mount mouth movement movements mud muddy multiple music mussel must mutual name named narrow natural nature ' +
  'nearby nearest neat neck need needed needs neighbor neighbors nerve nest neutral nevertheless news nobody node ' +
  'noise normal normally north nose note notes nothing notice noticed notices obey object objects observe observed ' +
  'observer observes obstacle obvious occurs oceanic offers office ok okay older oldest onto open opened opening ' +
  'opens opponents opponents’ orange order ordinary organ original originally others ought ourselves outer outside ' +
  'outward oxygen pace paced pacific paddle paddles pain pair pairs palm panic parade parallel part partner party ' +
  'pass passed passes passing past patch path patrol patrols pattern pause pauses peak pebble peers people perfect ' +
  'perfectly perform performs perhaps period periods perpendicular persistent person phase physical pick picked ' +
  'picks picture piece pier pile place placed plain plan plane plant plants plate platform playing plays please ' +
  'pleased plenty plunges pool poor pops position positions positive possible post pouch pounce pounces powered ' +
  'powerfully practice precise predator prepares present presents press pressed presses pressing pretty prevents ' +
  'previous previously pride primary probe proceeds process produced producing production propel propelled ' +
  'propelling propels proper properties propulsion propulsive protect protects proud prove proves provide provides ' +
  'pulse pump pumps pure purple pursues pursuit put puts putting puzzle quest quiet quietly quite race races racing ' +
  'radius raging rammed ramming rams ran random range rank rapid rapidly rarely rate rather raw reached reaches ' +
  'reaching react reacts read ready real really rear reason recoil record recover recovers rectangle rectangular ' +
  'red regains region regular relative relax relaxes release released releases releasing reliable remember repeat ' +
  'repeated repeatedly repeats replaced reports required requires research researcher respond responds response ' +
  'results retreat retreats return returns reverse reversed rich ride rides ridge riding rights rigid ring river ' +
  'road roaming rocky roll rolls roof room root rope rotate rotates rotation rotational rough round route row rows ' +
  'rub rubs rule rules run running runs rush rushes rushing sack sad safe safely safety said sailor salt salty sand ' +
  'sandy sank savage save saw scale scared scary scene school science scientist scientists score scored scores ' +
  'scout scrapes scratches scream screen scuttle scuttles scuttling seabed seafloor search searches season seaweed ' +
  'secret section secure seeing seeks seem seems seen segment seize seizes self sell send sends sense senses ' +
  'sensing sensory separate separated sequence series serious serve served serves set sets settle settles severed ' +
  'severely shade shadow shake shakes shaking shape shaped shark sharks sharp sharpens sharply shelf shelter ' +
  'shelters shift shifts ship shock shocks shook shoot shoots shop shore shot shots shove shoved shoving showed ' +
  'showing shown shows shut shy sick side sides sideways sign signature silent silver simple single sink sinking ' +
  'sits sitting situation size sized skeleton skill skin sky slack slam slammed slamming slams slapped sleep ' +
  'sleeping sleeps slice slide slides sliding slight slip slipped slips slope smallest smart smash smashed smashes ' +
  'smell smells smooth smoothly snail snapped snapping snatch sneaks soak soars soft soil solid solve solving ' +
  'someday somehow something sometimes somewhere soon sort sound sounds south space spaces spare spawn speak ' +
  'special species specific specimen speedy spend spider spikes spin spinning spins spiny spirit splash splashes ' +
  'splitting spoke spot spots spread spreads spring springs sprint sprinting sprints spun squeeze squeezed ' +
  'squeezing squid squirt squirts stable stage stalk stalks stamina stand standing stands star stares started ' +
  'starting state static station steadily steals steel stick sticks stiff sting stir stirred stirs stolen stomach ' +
  'stood stopped stopping store storm story straight straighten strain strand strange stray stream streams street ' +
  'strengthen stress stretch stretched stretches stretching strict strides striker string strip stroke strongest ' +
  'strongly struck structure struggle struggles struggling stuck student study stuff stun style subject submerged ' +
  'success suction sudden suffers summer sun sunk super support supports suppose sure surf surround surrounds ' +
  'sustained sustains sweep sweeping sweeps swell swells swept swift swiftly swimmers swinging swipe swipes sworn ' +
  'swung symbol system table tactic tag taking tale talk talks tapped tapping task taste tasty team tear tears ' +
  'technique tells temperature tennis tense tested tests text thank thanks theory therefore thin thinks thoracic ' +
  'thorax though thought thrash thrashes thread threads threaten threatened threatening thrill thrive throat throne ' +
  'throughout throwing thrown thrusting thrusts thud thumb thus tidal tides tie tied tiger tighten tightly till ' +
  'timid tip tips tired title toe tomorrow tongue tonight took tool tooth top topic torso toss tossed tosses ' +
  'touched tough tour towards track tracks trade trail train trained training trait transfer transfers transmit ' +
  'trapped trapping travel traveled traveling travelling travels treasure treat trench trial triangle tries trims ' +
  'trip trouble true trust truth try trying tube tug tugging tugs tuna tunnel turf turned turning turtle twine ' +
  'twisted twisting twitch type typical typically ugly ultimate unable unaware undergo undergoes underneath ' +
  'undersea understand underwater uneven unexpected uniform unit unknown unless unlike unlocks unusual upon upper ' +
  'upright upset upward upwards urchin urge urgent useful usual usually vanish vanishes vast vector ventral versus ' +
  'vertical vertically vessel via vibrate vibrates vibration vibrations vicious viciously victim victor victory ' +
  'view vigor vigorous vigorously visible visits voice voltage vs waited waiting wake walked walking wall wander ' +
  'wanders wanes want wants war warmer warming warning warns wary wash washes watch watched watches watching watery ' +
  'waved waving way ways weapon weaponry wear wears weather wedge weed weighed weighing weighs weird welcome ' +
  'welcomes well went were west wet whale whatever wheel whenever whereas whether whip whips whole whose widely ' +
  'width wild wind window wing winner winning winter wise within without wobble wobbles woman women wonder ' +
  'wonderful wondering wood word words wore worked working works world worm worried worse worst worth wound wounded ' +
  'wounds wrap wraps wrestle wrestles wrestling wrist write wrong yard yell yellow yesterday yields younger yours ' +
  'youth upstream downstream house houses dispute disputes recruits creep creeps crept swum ' +
  'price prices coin coins crate crates basket baskets bus buses car cars cart carts sled sleds pup pups otter otters gull ' +
  'gulls seal seals whale whales cook baker diver bread loaf loaves page pages book books lamp lamps jar jars bottle ' +
  'bottles barrel barrels bucket buckets sailor sailors pirate pirates ship ships tug tugs kayak canoe rider riders ' +
  'passenger passengers child children brother sister farmer worker student students apple apples orange oranges egg ' +
  'fruit fruits flower flowers bird birds horse horses train plane planes wheel wheels ticket tickets ' +
  'player players game games card cards ball balls pencil pencils pen pens paper cup cups plate plates spoon bag bags ' +
  'penny pennies shelf shelves room rooms floor floors window windows door doors street field fields garden gardens ' +
  'pumpkin potato potatoes tomato carrot carrots sheep goat goats cow cows pig pigs duck ducks hen hens dog dogs cat ' +
  'cats mice bee bees ant ants spider spiders snake snakes frog frogs toad turtle turtles dolphin dolphins squid eel ' +
  'eels cod herring sponge starfish anchors sail sails oar oars rower rowers crew captain harbour port ports island ' +
  'islands beach beaches village villages town towns city cities market markets shop shops factory machine machines ' +
  'motor motors engine engines pump battery batteries light lamp bulb bulbs switch wire wires rope ropes chain chains ' +
  'nail nails screw screws hammer bolt bolts brick bricks plank planks board boards'
