import { lexicon } from '../text/Phrases.ts'

/**
 * Who is known under which address. Rules name a publication more often than they link it, and a competition is the first
 * to know its own results.
 */
const publications = `
whitehouse.gov: white house
federalregister.gov: federal register
congress.gov: library of congress | united states congress
senate.gov: u.s. senate | us senate
supremecourt.gov: supreme court of the united states
bls.gov: bureau of labor statistics | bls
bea.gov: bureau of economic analysis | bea
federalreserve.gov: federal reserve | fomc | federal open market committee | the fed
stlouisfed.org: st. louis fed | fred
treasury.gov: us treasury | u.s. treasury
sec.gov: securities and exchange commission | the sec | edgar
fda.gov: fda | food and drug administration
cdc.gov: cdc | centers for disease control
noaa.gov: noaa | national oceanic and atmospheric administration | national hurricane center
weather.gov: national weather service
nasa.gov: nasa
usgs.gov: usgs | united states geological survey | u.s. geological survey
tsa.gov: tsa | transportation security administration
faa.gov: faa | federal aviation administration
who.int: world health organization
imf.org: international monetary fund | imf
nato.int: nato
un.org: united nations
europa.eu: european union | european commission | european parliament | european central bank
parliament.uk: uk parliament | house of commons of the united kingdom
ourworldindata.org: our world in data
understandingwar.org: institute for the study of war | isw
deepstatemap.live: deepstatemap | deepstate
rollcall.com: factba.se | roll call | factbase
fivethirtyeight.com: fivethirtyeight | 538
realclearpolling.com: realclearpolling | real clear polling
realclearpolitics.com: realclearpolitics | real clear politics
natesilver.net: silver bulletin
apnews.com: associated press | ap news
reuters.com: reuters
bbc.co.uk: bbc
cnn.com: cnn
nytimes.com: new york times
wsj.com: wall street journal
ft.com: financial times
foxnews.com: fox news
nbcnews.com: nbc news | nbc
cbsnews.com: cbs news
cbc.ca: cbc | canadian broadcasting corporation
bloomberg.com: bloomberg
espn.com: espn
yahoo.com: yahoo finance | yahoo! finance
google.com: google trends | google finance
investing.com: investing.com
tradingview.com: tradingview
nasdaq.com: nasdaq
nyse.com: new york stock exchange
cmegroup.com: cme group | cme fedwatch
seekingalpha.com: seeking alpha
binance.com: binance
coinbase.com: coinbase
kraken.com: kraken
coingecko.com: coingecko
coinmarketcap.com: coinmarketcap | coin market cap
defillama.com: defillama | defi llama
dune.com: dune analytics | dune
dexscreener.com: dexscreener | dex screener
uniswap.org: uniswap
hyperliquid.xyz: hyperliquid
opensea.io: opensea
etherscan.io: etherscan
blockchain.com: blockchain.com
ultrasound.money: ultrasound.money
l2beat.com: l2beat
chain.link: chainlink
pyth.network: pyth
github.com: github
boxofficemojo.com: box office mojo
the-numbers.com: the numbers
rottentomatoes.com: rotten tomatoes
metacritic.com: metacritic
imdb.com: imdb
billboard.com: billboard
spotify.com: spotify
netflix.com: netflix
youtube.com: youtube
twitch.tv: twitch
x.com: xtracker | post counter
truthsocial.com: truth social
wunderground.com: weather underground | wunderground
metoffice.gov.uk: met office
lmarena.ai: chatbot arena | lmarena | lm arena
liquipedia.net: liquipedia
hltv.org: hltv
vlr.gg: vlr.gg
transfermarkt.com: transfermarkt
sofascore.com: sofascore
baseball-reference.com: baseball reference
pro-football-reference.com: pro football reference
grammy.com: recording academy | grammys
oscars.org: academy of motion picture arts and sciences | academy awards
emmys.com: television academy | emmys
goldenglobes.com: golden globes
nobelprize.org: nobel committee | nobel prize | nobel foundation
`

/** Competitions and the addresses of those who hold them; the more particular names come with their own. */
const competitions = `
nba.com: nba | national basketball association
wnba.com: wnba
nfl.com: nfl | national football league | super bowl
mlb.com: mlb | major league baseball | world series
nhl.com: nhl | national hockey league | stanley cup
mlssoccer.com: mls | major league soccer
ncaa.com: ncaa | college football | college basketball | cbb | cfb | march madness | ncaab | ncaaf | big ten | final four
ufc.com: ufc
premierleague.com: premier league | epl
laliga.com: la liga | laliga | lal
bundesliga.com: bundesliga
legaseriea.it: serie a
ligue1.com: ligue 1
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
formula1.com: formula 1 | formula one | grand prix
nascar.com: nascar
indycar.com: indycar
motogp.com: motogp
fide.com: fide | world chess championship
olympics.com: olympics | olympic games | ioc
lolesports.com: lck | lpl
valorantesports.com: vct
blast.tv: blast.tv
`

type Entry = { readonly domain: string; readonly name: string }
type Known = { readonly phrases: ReturnType<typeof lexicon>; readonly byPhrase: ReadonlyMap<string, Entry> }

function read(table: string): Known {
  const byPhrase = new Map<string, Entry>()
  for (const line of table.trim().split('\n')) {
    const colon = line.indexOf(':')
    const domain = line.slice(0, colon)
    for (const name of line
      .slice(colon + 1)
      .split('|')
      .map((each) => each.trim())) {
      byPhrase.set(name, { domain, name })
      byPhrase.set(`${name}'s`, { domain, name })
    }
  }
  return { phrases: lexicon([...byPhrase.keys()]), byPhrase }
}

export const knownPublications = read(publications)
export const knownCompetitions = read(competitions)
