/**
 * Replies of the public sources, invented by us in the layouts that their documents give: a good one, one without facts, one in
 * another layout, and an error.
 */
type Body = unknown
export type Replies = {
  readonly good: Body
  /** What the good reply says: the first fact, and how many there are. */
  readonly first: { readonly value: string; readonly date: string }
  readonly rows: number
  readonly empty: Body
  readonly changed: Body
  readonly error: { readonly status: number; readonly body: Body; readonly code: 'status' | 'refused' }
}

const busy = { status: 503, body: 'Service Unavailable', code: 'status' } as const

const bls = (data: unknown) => ({
  status: 'REQUEST_SUCCEEDED',
  responseTime: 90,
  message: [],
  Results: { series: [{ seriesID: 'CUUR0000SA0', data }] },
})
const month = { year: '2026', period: 'M02', periodName: 'February', value: '321.465', footnotes: [{}] }

const ecb = (observations: unknown, days: unknown) => ({
  header: { id: 'a1', test: false, prepared: '2026-03-03T15:00:00.000+01:00' },
  dataSets: [{ action: 'Replace', series: { '0:0:0:0:0': { attributes: [0], observations } } }],
  structure: { dimensions: { series: [], observation: [{ id: 'TIME_PERIOD', values: days }] } },
})

const eurostat = (value: unknown, index: unknown, label: unknown) => ({
  version: '2.0',
  class: 'dataset',
  label: 'HICP - monthly data (annual rate of change)',
  value,
  id: ['freq', 'unit', 'coicop', 'geo', 'time'],
  size: [1, 1, 1, 1, 2],
  dimension: { time: { label: 'Time', category: { index, label } } },
})

const rss = (items: string) =>
  `<?xml version="1.0" encoding="utf-8"?><rss version="2.0"><channel><title>News</title><link>https://x.example/</link>${items}</channel></rss>`
const rssItem =
  '<item><title><![CDATA[The board keeps its rate & waits]]></title><link>https://x.example/a.htm</link><pubDate>Wed, 18 Mar 2026 18:00:00 GMT</pubDate></item>'
const feed: Replies = {
  good: rss(rssItem),
  first: { value: 'https://x.example/a.htm', date: '2026-03-18T18:00:00Z' },
  rows: 1,
  empty: rss(''),
  changed: rss(rssItem.replaceAll('pubDate', 'when')),
  error: busy,
}

const edgar = (hits: unknown) => ({
  took: 12,
  timed_out: false,
  _shards: { total: 50, successful: 50 },
  hits: { total: { value: 1, relation: 'eq' }, max_score: 1, hits },
  query: {},
})
const filing = {
  _index: 'edgar_file',
  _id: '0009999901-26-000007:ex99.htm',
  _source: {
    ciks: ['0009999901'],
    display_names: ['Aldermoor Systems (ALDR) (CIK 0009999901)'],
    form: '8-K',
    file_date: '2026-03-02',
  },
}

const submissions = (form: unknown, filingDate: unknown) => ({
  cik: '0009999901',
  name: 'Aldermoor Systems',
  tickers: ['ALDR'],
  filings: { recent: { accessionNumber: form, filingDate, form }, files: [] },
})

const game = {
  id: '401',
  date: '2026-02-08T23:30Z',
  name: 'Harbour Gulls at Vale Foxes',
  status: { type: { id: '3', name: 'STATUS_FINAL', completed: true } },
}
const espn = (events: unknown) => ({ leagues: [{ id: '46' }], season: { year: 2026 }, events })

const nhl = (games: unknown) => ({ prevDate: '2026-02-07', currentDate: '2026-02-08', games })
const match = { id: 1, gameState: 'OFF', startTimeUTC: '2026-02-08T23:30:00Z', homeTeam: { abbrev: 'VAL' } }

const mlb = (dates: unknown, totalGames = 1) => ({
  copyright: 'Copyright',
  totalItems: totalGames,
  totalGames,
  dates,
})
const inning = {
  gamePk: 7,
  gameDate: '2026-04-01T20:10:00Z',
  status: { detailedState: 'Final' },
  teams: { home: { team: { name: 'Vale Foxes' } } },
}

const release = {
  name: 'Four',
  tag_name: 'v4.0.0',
  draft: false,
  prerelease: false,
  published_at: '2026-03-01T10:00:00Z',
}

const statusPage = (incidents: unknown) => ({
  page: {
    id: 'kctbh9vrtdwd',
    name: 'Status',
    url: 'https://www.status.example',
    updated_at: '2026-03-02T00:00:00Z',
  },
  incidents,
})
const incident = {
  id: 'x1',
  name: 'Pushes fail',
  impact: 'major',
  status: 'resolved',
  created_at: '2026-03-01T08:15:00.000Z',
  resolved_at: '2026-03-01T09:00:00.000Z',
  incident_updates: [],
}
const status: Replies = {
  good: statusPage([incident]),
  first: { value: 'major', date: '2026-03-01T08:15:00.000Z' },
  rows: 1,
  empty: statusPage([]),
  changed: { page: statusPage([]).page, items: [incident] },
  error: busy,
}

const quakes = (features: unknown) => ({
  type: 'FeatureCollection',
  metadata: { status: 200, count: 1, title: 'USGS Earthquakes' },
  features,
})
const quake = { type: 'Feature', properties: { mag: 6.4, place: 'south of nowhere', time: 1772366400000 } }

const weather = (time: unknown, max: unknown) => ({
  latitude: 40.7,
  daily_units: { time: 'iso8601', temperature_2m_max: '°C' },
  daily: { time, temperature_2m_max: max },
})

const wiki = (search: unknown) => ({ batchcomplete: true, query: { searchinfo: { totalhits: 1 }, search } })

const division = {
  DivisionId: 9,
  Date: '2026-03-04T19:12:00',
  Title: 'Harbours Bill',
  AyeCount: 301,
  NoCount: 280,
}
const elections = (results: unknown) => ({ count: 1, next: null, previous: null, results })
const election = {
  election_id: 'local.vale.2026-05-07',
  election_title: 'Vale',
  poll_open_date: '2026-05-07',
}

const debt = (data: unknown) => ({ data, meta: { count: 1, 'total-count': 1 }, links: { self: '&page=1' } })

export const replies: Readonly<Record<string, Replies>> = {
  'bls-series': {
    good: bls([month]),
    first: { value: '321.465', date: '2026-M02' },
    rows: 1,
    empty: bls([]),
    changed: bls([{ ...month, value: undefined, amount: '321.465' }]),
    error: {
      status: 200,
      body: { status: 'REQUEST_NOT_PROCESSED', message: ['daily threshold'], Results: {} },
      code: 'refused',
    },
  },
  'treasury-debt': {
    good: debt([{ record_date: '2026-03-02', tot_pub_debt_out_amt: '38800000000000.12' }]),
    first: { value: '38800000000000.12', date: '2026-03-02' },
    rows: 1,
    empty: debt([]),
    changed: debt([{ date: '2026-03-02', tot_pub_debt_out_amt: '38800000000000.12' }]),
    error: { status: 200, body: { error: 'Invalid Query Param', message: 'Unknown field' }, code: 'refused' },
  },
  'ecb-rates': {
    good: ecb({ 0: [1.0812, 0], 1: [1.0799, 0] }, [{ id: '2026-03-02' }, { id: '2026-03-03' }]),
    first: { value: '1.0812', date: '2026-03-02' },
    rows: 2,
    empty: ecb({}, []),
    changed: ecb({ 0: [1.0812, 0], 1: [1.0799, 0] }, [{ id: '2026-03-02' }]),
    error: { status: 404, body: 'No results found.', code: 'status' },
  },
  'eurostat-hicp': {
    good: eurostat(
      { 0: 2.1, 1: 1.9 },
      { '2026-01': 0, '2026-02': 1 },
      { '2026-01': '2026-01', '2026-02': '2026-02' },
    ),
    first: { value: '2.1', date: '2026-01' },
    rows: 2,
    empty: eurostat({}, {}, {}),
    changed: eurostat({ 0: 2.1 }, { '2026-01': 0 }, { '2026-01': 'January' }),
    error: { status: 200, body: { error: [{ status: 400, id: 150, label: 'no dataset' }] }, code: 'refused' },
  },
  'fed-press': feed,
  'boe-news': feed,
  'edgar-search': {
    good: edgar([filing]),
    first: { value: '8-K', date: '2026-03-02' },
    rows: 1,
    empty: edgar([]),
    changed: { ...edgar([]), hits: { total: { value: 1 }, documents: [filing] } },
    error: {
      status: 403,
      body: '<html><title>Request Rate Threshold Exceeded</title></html>',
      code: 'status',
    },
  },
  'edgar-submissions': {
    good: submissions(['8-K', '10-Q'], ['2026-03-02', '2026-02-10']),
    first: { value: '8-K', date: '2026-03-02' },
    rows: 2,
    empty: submissions([], []),
    changed: submissions(['8-K', '10-Q'], ['2026-03-02']),
    error: {
      status: 404,
      body: '<?xml version="1.0"?><Error><Code>NoSuchKey</Code></Error>',
      code: 'status',
    },
  },
  'espn-scoreboard': {
    good: espn([game]),
    first: { value: 'STATUS_FINAL', date: '2026-02-08T23:30Z' },
    rows: 1,
    empty: espn([]),
    changed: espn([{ ...game, status: { state: 'post' } }]),
    error: { status: 400, body: { code: 400, message: 'Failed to get events endpoint.' }, code: 'status' },
  },
  'nhl-scores': {
    good: nhl([match]),
    first: { value: 'OFF', date: '2026-02-08T23:30:00Z' },
    rows: 1,
    empty: nhl([]),
    changed: nhl([{ ...match, startTimeUTC: 'tonight' }]),
    error: busy,
  },
  'mlb-schedule': {
    good: mlb([{ date: '2026-04-01', games: [inning] }]),
    first: { value: 'Final', date: '2026-04-01T20:10:00Z' },
    rows: 1,
    empty: mlb([], 0),
    changed: mlb([{ date: '2026-04-01', matches: [inning] }]),
    error: { status: 400, body: { messageNumber: 11, message: 'Invalid date' }, code: 'status' },
  },
  'github-releases': {
    good: [release],
    first: { value: 'v4.0.0', date: '2026-03-01T10:00:00Z' },
    rows: 1,
    empty: [],
    changed: [{ ...release, tag_name: undefined, tag: 'v4.0.0' }],
    error: { status: 200, body: { message: 'Not Found', status: '404' }, code: 'refused' },
  },
  'github-status': status,
  'cloudflare-status': status,
  'usgs-earthquakes': {
    good: quakes([quake]),
    first: { value: '6.4', date: '1772366400000' },
    rows: 1,
    empty: quakes([]),
    changed: quakes([{ type: 'Feature', attributes: quake.properties }]),
    error: { status: 400, body: 'Error 400: Bad Request', code: 'status' },
  },
  'open-meteo-archive': {
    good: weather(['2026-03-02'], [8.4]),
    first: { value: '8.4', date: '2026-03-02' },
    rows: 1,
    empty: weather(['2026-03-02'], [null]),
    changed: weather(['2026-03-02'], { mean: 8.4, max: 9 }),
    error: { status: 200, body: { error: true, reason: 'Cannot initialize Date' }, code: 'refused' },
  },
  'wikipedia-search': {
    good: wiki([{ ns: 0, title: 'Vale', pageid: 1, timestamp: '2026-03-02T10:00:00Z' }]),
    first: { value: 'Vale', date: '2026-03-02T10:00:00Z' },
    rows: 1,
    empty: wiki([]),
    changed: wiki([{ ns: 0, title: 'Vale', edited: '2026-03-02T10:00:00Z' }]),
    error: {
      status: 200,
      body: { error: { code: 'badvalue', info: 'Unrecognized value' } },
      code: 'refused',
    },
  },
  'uk-commons-votes': {
    good: [division],
    first: { value: '301', date: '2026-03-04T19:12:00' },
    rows: 1,
    empty: [],
    changed: [{ ...division, AyeCount: undefined }],
    error: { status: 200, body: { Message: 'An error has occurred.' }, code: 'refused' },
  },
  'uk-elections': {
    good: elections([election]),
    first: { value: 'local.vale.2026-05-07', date: '2026-05-07' },
    rows: 1,
    empty: elections([]),
    changed: { ...elections([]), results: undefined, items: [election] },
    error: { status: 404, body: { detail: 'Not found.' }, code: 'status' },
  },
}
