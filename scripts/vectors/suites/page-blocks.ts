import { PageText } from '../../../protocol/index.ts'

type Read = { readonly content: string; readonly contentType: string | null }
type Fetched = Read & { readonly status: number; readonly truncated: boolean }

export const run = {
  read: ({ content, contentType }: Read) => PageText.read(content, contentType),
  health: ({ content, contentType, status, truncated }: Fetched) =>
    PageText.healthOf({
      status,
      contentType,
      content,
      page: PageText.read(content, contentType),
      truncated,
    }),
  chunks: ({ content, contentType, size, overlap }: Read & { size: number; overlap: number }) => {
    const page = PageText.read(content, contentType)
    return PageText.chunks(page, size, overlap).map(({ start, end }) => page.text.slice(start, end))
  },
  // Pages too long to spell out in the file.
  repeated: ({ content, times, contentType }: Read & { times: number }) => {
    const { text, blocks, dates } = PageText.read(content.repeat(times), contentType)
    return { length: text.length, blocks: blocks.length, dates: dates.length, last: blocks.at(-1) }
  },
}
