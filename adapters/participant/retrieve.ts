import { Bytes, Hash } from '../../protocol/index.ts'
import { requestHash } from '../../services/fetch/Fixture.ts'
import { type TransportCode, TransportError } from '../../services/fetch/Transport.ts'
import { extractApart } from './extract/apart.ts'
import { type Extracted, requestOf } from './extract/extract.ts'
import type { Ports, Retrieval } from './Ports.ts'
import { type Failure, TaskError } from './Reason.ts'
import type { SourceSpec } from './Subject.ts'

export type Retrieved = { readonly retrieval: Retrieval; readonly extracted: Extracted }

/** Asks a source and reads its reply. The hash is of the raw bytes. */
export async function retrieve(spec: SourceSpec, ports: Pick<Ports, 'fetch'>): Promise<Retrieved> {
  const request = requestOf(spec.sourceRef, spec.extractor)
  const reply = await ports.fetch(request).catch((error) => {
    throw toTaskError(error)
  })
  if (reply.status < 200 || reply.status > 299)
    throw new TaskError(
      'SOURCE_STATUS',
      `The source answered with status ${reply.status}; redirects are not followed.`,
    )
  // The transport gives the one text that has these bytes, or none.
  const bytes = Bytes.fromText(reply.body)
  const retrieval: Retrieval = {
    responseHash: Hash.ofBytes(bytes),
    bytes,
    headers: reply.headers,
    receipt: {
      requestHash: requestHash(request),
      url: request.url,
      method: reply.method,
      status: reply.status,
      retrievedAt: reply.retrievedAt,
      contentEncoding: (reply.headers['content-encoding'] ?? 'identity').slice(0, 64),
    },
  }
  return { retrieval, extracted: await extractApart(spec.extractor, reply.body) }
}

const failures: Readonly<Record<TransportCode, Failure>> = {
  aborted: 'SOURCE_UNREACHABLE',
  connection: 'SOURCE_UNREACHABLE',
  forbidden: 'FORBIDDEN_SOURCE',
  'not-recorded': 'SOURCE_UNREACHABLE',
  'not-text': 'SOURCE_NOT_TEXT',
  secret: 'FORBIDDEN_SOURCE',
  timeout: 'SOURCE_TIMEOUT',
  'too-large': 'SOURCE_TOO_LARGE',
}

function toTaskError(error: unknown): unknown {
  if (!(error instanceof TransportError)) return error
  return new TaskError(failures[error.code], error.shortMessage, { cause: error })
}
