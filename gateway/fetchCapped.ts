import { type RequestOptions, request } from '../services/fetch/request.ts'

/** The text at an address that others chose; null where there is none, it takes too long, or is too long. */
export async function fetchCapped(
  url: string,
  options: RequestOptions & { readonly signal: AbortSignal },
): Promise<string | null> {
  const headers = { 'user-agent': 'cresolver-gateway' }
  try {
    const { status, body } = await request({ method: 'GET', url, headers }, options)
    if (status !== 200) return null
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    return null
  }
}
