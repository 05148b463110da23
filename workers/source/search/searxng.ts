import { z } from 'zod'
import type { Transport } from '../../../services/fetch/Transport.ts'
import { ask } from './ask.ts'
import type { SearchPort } from './SearchPort.ts'

const reply = z.object({
  results: z.array(
    z.object({
      url: z.string(),
      title: z.string().nullish(),
      content: z.string().nullish(),
      publishedDate: z.string().nullish(),
    }),
  ),
})

/** A SearXNG instance: its settings must name `json` among the formats. */
export const searxng = (transport: Transport, baseUrl: string): SearchPort => ({
  name: 'searxng',
  search: (query, { signal } = {}) =>
    ask(
      {
        engine: 'searxng',
        transport,
        url: `${baseUrl}/search?${new URLSearchParams({ q: query, format: 'json' })}`,
        signal,
      },
      reply,
      ({ results }) =>
        results.map(({ url, title, content, publishedDate }) => ({
          url,
          title: title ?? '',
          snippet: content ?? '',
          ...(publishedDate ? { date: publishedDate } : {}),
        })),
    ),
})
