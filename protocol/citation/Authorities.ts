/**
 * The published list of authorities: who keeps an official record, and the news agencies that others quote. A page there counts
 * more than any other page, and less than one that the question itself names. Changing the list changes scores: it is part of
 * the protocol.
 */

const words = (text: string): string[] => text.trim().split(/\s+/)

/** Governments and intergovernmental bodies, by what their names end with. */
export const suffixes: readonly string[] = words(
  `gov mil int europa.eu admin.ch bund.de gc.ca canada.ca gv.at go.jp go.kr go.id go.th govt.nz gouv.fr gov.uk parliament.uk
  government.nl belgium.be regeringen.se government.se regeringen.no stm.dk valtioneuvosto.fi gov.pl gov.ie gov.it gov.pt
  gob.es gob.mx gob.ar gob.cl gob.pe gov.br gov.co gov.au gov.in gov.sg gov.hk gov.za gov.il gov.tr gov.gr gov.cz gov.hu gov.ro
  gov.ua gov.cn gov.tw gov.my gov.ph gov.vn gov.ng gov.eg gov.sa gov.ae gov.nz`,
)

/** Statistics offices that have names of their own. */
export const statistics: readonly string[] = words(
  `destatis.de insee.fr istat.it ine.es ine.pt cbs.nl statbel.fgov.be scb.se ssb.no dst.dk stat.fi statistik.at stat.gov.pl
  cso.ie statistics.gr ksh.hu insse.ro czso.cz statcan.gc.ca abs.gov.au stats.govt.nz ons.gov.uk ibge.gov.br inegi.org.mx
  indec.gob.ar stat.go.jp kostat.go.kr singstat.gov.sg statssa.gov.za tuik.gov.tr rosstat.gov.ru`,
)

/** Central banks and those who set reference rates. */
export const banks: readonly string[] = words(
  `federalreserve.gov newyorkfed.org stlouisfed.org atlantafed.org ecb.europa.eu bankofengland.co.uk bundesbank.de
  banque-france.fr bancaditalia.it bde.es dnb.nl nbb.be snb.ch oenb.at riksbank.se norges-bank.no nationalbanken.dk
  suomenpankki.fi nbp.pl cnb.cz mnb.hu bnr.ro boj.or.jp bok.or.kr rba.gov.au rbnz.govt.nz bankofcanada.ca rbi.org.in
  bcb.gov.br banxico.org.mx bcra.gob.ar bcentral.cl resbank.co.za tcmb.gov.tr boi.org.il mas.gov.sg hkma.gov.hk pbc.gov.cn
  cbr.ru bis.org imf.org worldbank.org oecd.org`,
)

/** Registries, courts, weather services, leagues and others who keep the record of their own field. */
export const registries: readonly string[] = words(
  `un.org who.int wto.org icj-cij.org icc-cpi.int iaea.org iea.org opec.org wipo.int icann.org iana.org rfc-editor.org ietf.org
  w3.org sec.gov companieshouse.gov.uk handelsregister.de nobelprize.org oscars.org olympics.com fifa.com uefa.com nba.com
  nfl.com mlb.com nhl.com atptour.com wtatennis.com fia.com formula1.com ufc.com metoffice.gov.uk ecmwf.int dwd.de
  meteofrance.fr jma.go.jp bom.gov.au usgs.gov emsc-csem.org crossref.org doi.org arxiv.org`,
)

/** News agencies and public broadcasters. */
export const agencies: readonly string[] = words(
  `reuters.com apnews.com afp.com dpa.com efe.com ansa.it kyodonews.net yna.co.kr aap.com.au pap.pl bbc.com bbc.co.uk dw.com
  france24.com npr.org pbs.org cbc.ca abc.net.au nhk.or.jp rte.ie`,
)

const domains: ReadonlySet<string> = new Set([...statistics, ...banks, ...registries, ...agencies])
const endings: ReadonlySet<string> = new Set(suffixes)

/**
 * Whether a host belongs to an authority: it, or what it ends with, is on the list.
 */
export function isAuthority(host: string): boolean {
  const labels = host.split('.')
  return labels.some((_, i) => {
    const ending = labels.slice(i).join('.')
    // A bare suffix is nobody's page.
    return domains.has(ending) || (i > 0 && endings.has(ending))
  })
}
