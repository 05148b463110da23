import type { Request, Transport } from '../../../../services/fetch/Transport.ts'

/** A transport that answers everything with one reply, and remembers what it was asked. */
export function answering(
  body: unknown,
  status = 200,
): { readonly asked: Request[]; readonly transport: Transport } {
  const asked: Request[] = []
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const transport: Transport = async (request) => {
    asked.push(request)
    return { status, headers: {}, body: text, retrievedAt: 1_775_000_000, method: 'GET' }
  }
  return { asked, transport }
}
