import { knownNames } from './knownNames.ts'

/** Competitions and the addresses of those who hold them, for these are the first to know; video games have one that all cite. */
export const knownCompetitions = knownNames(`
nba.com: nba | national basketball association
wnba.com: wnba
nfl.com: nfl | national football league | super bowl
mlb.com: mlb | major league baseball | world series
nhl.com: nhl | national hockey league | stanley cup
mlssoccer.com: mls | major league soccer
ncaa.com: ncaa | college football | college basketball | cbb | cfb | march madness | ncaab | ncaaf | wbb | cwbb | big ten | final four
ufc.com: ufc | ultimate fighting championship
premierleague.com: premier league | epl
laliga.com: la liga | laliga | lal
bundesliga.com: bundesliga
legaseriea.it: serie a
ligue1.com: ligue 1 | fl1
uefa.com: uefa | ucl | uel | champions league | europa league | conference league | uefa euro
fifa.com: fifa
thefa.com: fa cup
efl.com: efl | carabao cup
euroleaguebasketball.net: euroleague | eurocup basketball
iplt20.com: ipl | indian premier league
icc-cricket.com: icc | world test championship
atptour.com: atp
wtatennis.com: wta
rolandgarros.com: french open | roland garros | roland-garros
wimbledon.com: wimbledon
usopen.org: us open
ausopen.com: australian open
lavercup.com: laver cup
pgatour.com: pga tour | pga
masters.com: the masters
livgolf.com: liv golf
formula1.com: formula 1 | formula one | f1 | grand prix
nascar.com: nascar
indycar.com: indycar
motogp.com: motogp
fide.com: fide | world chess championship
olympics.com: olympics | olympic games | ioc
lolesports.com: lck | lpl
valorantesports.com: vct
blast.tv: blast.tv
fiba.basketball: fiba | eurobasket
nba.com: g league
theahl.com: american hockey league
khl.ru: khl | kontinental hockey league
iihf.com: iihf
eredivisie.nl: eredivisie
ligaportugal.pt: primeira liga | liga portugal
spfl.co.uk: scottish premiership
tff.org: süper lig | super lig
ligamx.net: liga mx
cbf.com.br: brasileirão | brasileirao | campeonato brasileiro
conmebol.com: conmebol | copa libertadores | copa sudamericana | copa america
concacaf.com: concacaf
the-afc.com: afc asian cup | afc champions league
cafonline.com: africa cup of nations | afcon
spl.com.sa: saudi pro league
jleague.jp: j league | j1 league
rfef.es: copa del rey
nwslsoccer.com: nwsl
theufl.com: ufl | united football league
cfl.ca: cfl | canadian football league
koreabaseball.com: kbo
npb.jp: npb | nippon professional baseball
mlb.com: world baseball classic | alcs | nlcs | alds | nlds
nrl.com: nrl | national rugby league
afl.com.au: afl | australian football league
sixnationsrugby.com: six nations
rugbyworldcup.com: rugby world cup
cricket.com.au: big bash league | the ashes
psl-t20.com: pakistan super league
asiancricket.org: asia cup
cplt20.com: caribbean premier league
daviscup.com: davis cup
europeantour.com: dp world tour
rydercup.com: ryder cup
theopen.com: the open championship
lpga.com: lpga
fia.com: fia | world rally championship
fiaformulae.com: formula e
24h-lemans.com: 24 hours of le mans
indycar.com: indianapolis 500 | indy 500
kentuckyderby.com: kentucky derby
letour.fr: tour de france
giroditalia.it: giro d'italia
lavuelta.es: vuelta a españa
uci.org: uci
worldathletics.org: world athletics
worldaquatics.com: world aquatics
pdc.tv: pdc | world darts championship
wst.tv: world snooker
wsop.com: wsop | world series of poker
wwe.com: wwe | wrestlemania
allelitewrestling.com: aew
pflmma.com: pfl
onefc.com: one championship
wbcboxing.com: wbc
grandchesstour.org: grand chess tour
liquipedia.net: counter-strike | counter strike | cs2 | cs:go | dota 2 | lol | league of legends | valorant | rainbow six | rocket league | starcraft | overwatch
callofdutyleague.com: call of duty league
`)
