import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as Fixture from './Fixture.ts'
import { type Reply, type Transport, TransportError } from './Transport.ts'

/**
 * The transport that asks nobody: serves what was recorded into a folder, with the time of its recording. The folder is read
 * once; a file that is no fixture, or two for one request, is an error at the start.
 *
 * @example
 * const reply = await replay('test/fixtures/sources')({ method: 'GET', url })
 */
export function replay(folder: string): Transport {
  const replies = readFolder(folder)
  return async (request) => {
    const hash = Fixture.requestHash(request)
    const reply = replies.get(hash)
    if (reply !== undefined) return reply
    throw new TransportError('not-recorded', `There is no recording of ${request.method} ${request.url}.`, {
      metaMessages: [
        `${folder} would hold it as ${Fixture.fileName(request)}.`,
        'Set the transport to `record` once, with network access, to record it.',
      ],
      docsPath: 'docs/sources.md',
    })
  }
}

function readFolder(folder: string): ReadonlyMap<string, Reply> {
  const replies = new Map<string, Reply>()
  for (const name of namesIn(folder)) {
    const fixture = Fixture.read(readFileSync(join(folder, name), 'utf8'), name)
    if (replies.has(fixture.request_hash))
      throw new Fixture.UnreadableFixtureError(name, 'Another file has the same request.')
    replies.set(fixture.request_hash, Fixture.toReply(fixture))
  }
  return replies
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .sort()
  } catch (cause) {
    throw new TransportError('not-recorded', `There is no folder ${folder} with recordings.`, {
      metaMessages: ['Name the folder in `sources.fixtures`, or set `sources.transport` to `live`.'],
      cause,
    })
  }
}
