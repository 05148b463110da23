import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Case } from './Case.ts'

export type ServeOptions = {
  readonly host: string
  readonly port: number
  /** How workers reach it; its own address by default. */
  readonly publicUrl?: string | undefined
}

/** The pages of one case where a worker can fetch them. */
export type Served = {
  /** The address of a page of the case, as it is served; null for a page that the case does not have. */
  readonly addressOf: (url: string) => string
  /** How many of its pages were fetched. */
  readonly fetched: () => number
  /** Takes them away. */
  remove(): void
}

export type PageServer = {
  readonly url: string
  serve(place: string, played: Case): Served
  close(): Promise<void>
}

type Page = Case['pages'][number]

/**
 * Serves the pages of cases over HTTP, each case under a place of its own: `http://127.0.0.1:41234/<place>/news.example/harbour` is
 * the page `https://news.example/harbour`. Status, type and bytes are those of the case; nothing else is served.
 */
export async function startPageServer({ host, port, publicUrl }: ServeOptions): Promise<PageServer> {
  const pages = new Map<string, { readonly page: Page; readonly seen: () => void }>()
  const server = createServer((request, response) => {
    const found = pages.get(request.url ?? '')
    if (found === undefined || request.method !== 'GET') return void response.writeHead(404).end()
    found.seen()
    const { status, content_type, body } = found.page
    // A reply without a status is a connection that broke.
    if (status < 100 || status > 599) return void request.socket.destroy()
    response.writeHead(status, content_type === null ? {} : { 'content-type': content_type }).end(body)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const { port: bound } = server.address() as AddressInfo
  const url = publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${bound}`
  return {
    url,
    serve(place, played) {
      const seen = new Set<string>()
      const paths = played.pages.map((page) => ({ page, path: pathOf(place, page.url) }))
      for (const { page, path } of paths) pages.set(path, { page, seen: () => seen.add(page.url) })
      return {
        addressOf: (address) => `${url}${pathOf(place, address)}`,
        fetched: () => seen.size,
        remove: () => paths.forEach(({ path }) => void pages.delete(path)),
      }
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Host and path stay readable, because workers weigh sources by them. */
const pathOf = (place: string, address: string): string => {
  const { host, pathname, search } = new URL(address)
  return `/${place}/${host}${pathname}${search}`
}
