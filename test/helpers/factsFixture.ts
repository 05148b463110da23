import {
  type Asked,
  type Fact,
  type Fetched,
  readEvent,
  type Source,
  viewPage,
} from '../../workers/facts/index.ts'

/** A small market in words with one page, to be varied by tests. */
export const url = 'https://news.example/harbour'

export const asked: Asked = {
  question: 'Will Alder Marine acquire Tolland Ropes by June 30?',
  rules:
    'This market will resolve to "Yes" if Alder Marine announces that it has acquired Tolland Ropes by June 30, 2026, 11:59 PM ET. Non-binding letters of intent do not count. Credible reporting may be used.',
  created: 1_768_000_000,
  deadline: 1_782_878_340,
}

export const source: Source = { url, name: 'Harbour News', role: 'secondary', complete_for: null }

export const html = (body: string, day = 'June 11, 2026'): string =>
  `<!doctype html><html lang="en"><head><title>Harbour News</title></head><body><main><h1>Ropes and sails</h1><p class="date">${day}</p>${body}<p>The harbour office will publish its yearly list of moorings in the autumn, as it has done for many years now.</p></main></body></html>`

export const acquired = 'Alder Marine has acquired Tolland Ropes for 61 million pounds.'

export const fetched = (body: string, status = 200): Fetched => ({
  url,
  status,
  content_type: 'text/html; charset=utf-8',
  body,
})

export const page = (body: string, from: Source = source) => viewPage(fetched(body), from)

export const fact = (more: Partial<Fact.Fact> = {}): Fact.Fact => ({
  url,
  quote: acquired,
  subject: 'Alder Marine',
  predicate: 'acquired',
  object: 'Tolland Ropes',
  value: null,
  unit: null,
  date: '2026-06-11',
  modality: 'asserted',
  bears: 'YES',
  ...more,
})

export const spec = readEvent(asked)
