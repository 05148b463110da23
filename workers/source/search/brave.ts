import { z } from 'zod'
import type { Transport } from '../../../services/fetch/Transport.ts'
import { ask } from './ask.ts'
import type { SearchPort } from './SearchPort.ts'

export const braveBase = 'https://api.search.brave.com'

// A reply without web results has no `web`.
const reply = z.object({
  type: z.literal('search'),
  web: z
    .object({
      results: z.array(
        z.object({
          url: z.string(),
          title: z.string(),
          description: z.string().nullish(),
          page_age: z.string().nullish(),
        }),
      ),
    })
    .nullish(),
})

/** Brave's Web Search API. The key goes into the header of its requests, and into nothing that is kept. */
export const brave = (transport: Transport, key: string, baseUrl = braveBase): SearchPort => ({
  name: 'brave',
  search: (query, { signal } = {}) =>
    ask(
      {
        engine: 'brave',
        transport,
        url: `${baseUrl}/res/v1/web/search?${new URLSearchParams({ q: query, count: '20' })}`,
        headers: { 'x-subscription-token': key },
        signal,
      },
      reply,
      ({ web }) =>
        (web?.results ?? []).map(({ url, title, description, page_age }) => ({
          url,
          title,
          snippet: description ?? '',
          ...(page_age ? { date: page_age } : {}),
        })),
    ),
})
