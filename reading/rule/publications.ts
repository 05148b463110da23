import { knownNames } from './knownNames.ts'

/** Who is known under which address: rules name a publication more often than they link it. */
export const knownPublications = knownNames(`
whitehouse.gov: white house
federalregister.gov: federal register
congress.gov: library of congress | united states congress
senate.gov: us senate
supremecourt.gov: supreme court of the united states | scotus
bls.gov: bureau of labor statistics | bls
bea.gov: bureau of economic analysis | bea
federalreserve.gov: federal reserve | fomc | federal open market committee | the fed
stlouisfed.org: st. louis fed | fred
treasury.gov: us treasury
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
ons.gov.uk: office for national statistics
bankofengland.co.uk: bank of england
europa.eu: ecb | eurostat | european council
bankofcanada.ca: bank of canada
statcan.gc.ca: statistics canada | statcan
rba.gov.au: reserve bank of australia
abs.gov.au: australian bureau of statistics
rbnz.govt.nz: reserve bank of new zealand
boj.or.jp: bank of japan
destatis.de: destatis | federal statistical office of germany
insee.fr: insee
bundesbank.de: bundesbank
snb.ch: swiss national bank
banxico.org.mx: banxico | bank of mexico
inegi.org.mx: inegi
ibge.gov.br: ibge
bcb.gov.br: banco central do brasil | central bank of brazil
indec.gob.ar: indec
cbr.ru: bank of russia | central bank of russia
rbi.org.in: reserve bank of india
eci.gov.in: election commission of india
pbc.gov.cn: people's bank of china
stats.gov.cn: national bureau of statistics of china
tcmb.gov.tr: central bank of the republic of turkey
tuik.gov.tr: turkstat | turkish statistical institute
census.gov: census bureau | us census
eia.gov: energy information administration | eia
dol.gov: department of labor
state.gov: state department | department of state
defense.gov: department of defense
justice.gov: department of justice
dhs.gov: department of homeland security
ice.gov: immigration and customs enforcement
cbp.gov: customs and border protection
house.gov: us house of representatives
archives.gov: national archives
cftc.gov: commodity futures trading commission | cftc
ftc.gov: federal trade commission
fcc.gov: federal communications commission
fec.gov: federal election commission
usda.gov: department of agriculture
jma.go.jp: japan meteorological agency
bom.gov.au: bureau of meteorology
emsc-csem.org: emsc
nsidc.org: national snow and ice data center | nsidc
copernicus.eu: copernicus
iaea.org: iaea | international atomic energy agency
opec.org: opec
worldbank.org: world bank
oecd.org: oecd
wto.org: world trade organization
vatican.va: the vatican | holy see
gallup.com: gallup
yougov.com: yougov
ddhq.io: decision desk hq
morningconsult.com: morning consult
politico.com: politico
axios.com: axios
washingtonpost.com: washington post
theguardian.com: the guardian
aljazeera.com: al jazeera
cnbc.com: cnbc
abcnews.com: abc news
forbes.com: forbes
variety.com: variety
deadline.com: deadline hollywood
hollywoodreporter.com: hollywood reporter
time.com: time magazine
theathletic.com: the athletic
wikipedia.org: wikipedia
reddit.com: reddit
tiktok.com: tiktok
instagram.com: instagram
facebook.com: facebook
twitter.com: twitter
steampowered.com: steam store | steam
steamdb.info: steamdb
steamcharts.com: steam charts | steamcharts
apple.com: app store | apple store
openai.com: openai
anthropic.com: anthropic
x.ai: xai
deepmind.google: google deepmind
huggingface.co: hugging face
artificialanalysis.ai: artificial analysis
livebench.ai: livebench
epoch.ai: epoch ai
arcprize.org: arc prize
metaculus.com: metaculus
spacex.com: spacex
tesla.com: tesla
okx.com: okx
bybit.com: bybit
bitfinex.com: bitfinex
bitstamp.net: bitstamp
gemini.com: gemini exchange
kucoin.com: kucoin
upbit.com: upbit
deribit.com: deribit
gmx.io: gmx
polygonscan.com: polygonscan
solscan.io: solscan
bscscan.com: bscscan
arbiscan.io: arbiscan
basescan.org: basescan
mempool.space: mempool.space
blockchair.com: blockchair
tokenterminal.com: token terminal
artemis.xyz: artemis terminal
cryptoslam.io: cryptoslam
nftpricefloor.com: nft price floor
magiceden.io: magic eden
blur.io: blur.io
snapshot.org: snapshot.org
pump.fun: pump.fun
farside.co.uk: farside
marketwatch.com: marketwatch
stooq.com: stooq
companiesmarketcap.com: companiesmarketcap | companies market cap
londonstockexchange.com: london stock exchange
cboe.com: cboe
zillow.com: zillow
parcllabs.com: parcl labs
officialcharts.com: official charts
luminatedata.com: luminate
kworb.net: kworb
hitsdailydouble.com: hits daily double
socialblade.com: social blade
thetvdb.com: thetvdb
eurovision.tv: eurovision
bafta.org: bafta
festival-cannes.com: festival de cannes
pulitzer.org: pulitzer
thegameawards.com: the game awards
thebookerprizes.com: booker prize
ballondor.com: ballon d'or
sports-reference.com: sports reference
basketball-reference.com: basketball reference
flashscore.com: flashscore
cricinfo.com: cricinfo
tapology.com: tapology
sherdog.com: sherdog
boxrec.com: boxrec
chess.com: chess.com
lichess.org: lichess
gosugamers.net: gosugamers
`)
