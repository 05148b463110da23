import { firstDay } from '../startChain.ts'

/** A market in words, and the page that decides it: minutes of a town council that does not exist. */
export const host = 'rivertown.example'
export const minutes = `https://${host}/minutes`

export const title = 'Will the Rivertown Council approve the Harbour Bridge by June 2, 2025?'

/** What the minutes say. */
export const decision =
  'The Rivertown Council approved the Harbour Bridge on 2 June 2025 by nine votes to four.'

export const page = [
  '<!doctype html><html lang="en"><head><title>Minutes of the Rivertown Council</title></head><body><main>',
  '<h1>Minutes of 2 June 2025</h1>',
  '<p>Thirteen members were present. The minutes of the meeting of 19 May were read and agreed to.</p>',
  `<p>${decision}</p>`,
  '<p>The members thanked the engineers for their report, and the public for its patience.</p>',
  '</main></body></html>',
].join('\n')

/** When its readers read it, in Unix seconds: an hour after the day that the chain of a world begins with. */
export const readAt = firstDay + 86_400 + 3_600

/** The source as a worker's config has it. */
export const source = {
  id: 'minutes',
  provider: 'web',
  url: minutes,
  class: 'primary',
  description: 'Minutes of the Rivertown Council',
} as const

/** What a model said of it, in each role; `npm run recordings` makes the recordings of it. */
const fact = {
  page: source.id,
  quote: decision,
  subject: 'The Rivertown Council',
  predicate: 'approved',
  object: 'the Harbour Bridge',
  value: null,
  unit: null,
  date: '2025-06-02',
  modality: 'asserted',
  bears: 'YES',
}
export const replies = {
  'prompt-engineer': {
    missing_fields: [],
    subject: 'Rivertown Council',
    threshold: null,
    last_day: '2025-06-02',
    synonyms: ['votes for', 'gives its consent to'],
  },
  'first-reader': { facts: [fact] },
  'second-reader': { facts: [fact] },
} as const
