import { startWorker } from '../../local/workers/workerProcess.ts'
import { drive } from './hostileDrive.ts'
import type { Row } from './measure.ts'

export const summary =
  '100,000 random or hostile bodies at both endpoints of a worker: replies, crashes, memory'

/** So many over HTTP, and some more on bare sockets; `CRESOLVER_HOSTILE` makes it another number. */
const wanted = Number(process.env.CRESOLVER_HOSTILE ?? 100_000)

/** The worker is started as a person starts it: by the command line, with its embedded store or the server of `DATABASE_URL`. */
export async function rows(note: (text: string) => void): Promise<Row[]> {
  const env = { DATABASE_URL: process.env.DATABASE_URL ?? '' }
  const worker = await startWorker({ config: { limits: { receiveMs: 2_000 }, log: 'error' }, env })
  try {
    const started = performance.now()
    const rawCount = Math.ceil(wanted / 50)
    const driven = await drive({
      url: worker.url,
      count: wanted,
      raw: rawCount,
      note: (done) => note(`${done} of ${wanted}: ${megabytes(worker.memory()?.now)} MB`),
    })
    const seconds = (performance.now() - started) / 1_000
    const health = await fetch(`${worker.url}/health`)
    const memory = worker.memory()
    for (const error of driven.serverErrors) note(error)
    for (const line of worker.logs().split('\n').slice(0, 5)) if (line !== '') note(line)
    const count = (name: string, value: number, n = wanted): Row => ({ name, n, value, unit: 'replies' })
    const total = wanted + rawCount
    return [
      ...Object.entries(driven.statuses).map(([status, value]) => count(`over HTTP: ${status}`, value)),
      count('over HTTP: connection closed while the body was still sent', driven.broken),
      ...Object.entries(driven.raw).map(([status, value]) =>
        count(`bare sockets: ${status}`, value, rawCount),
      ),
      {
        name: '5xx',
        n: total,
        value: serverErrorsIn(driven.statuses) + serverErrorsIn(driven.raw),
        unit: 'replies',
      },
      { name: 'alive and ready afterwards', n: 1, value: health.status === 200 ? 1 : 0, unit: 'yes = 1' },
      { name: 'memory, highest ever', n: total, value: megabytes(memory?.most), unit: 'MB' },
      { name: 'speed', n: total, value: Math.round(total / seconds), unit: 'requests/s' },
    ]
  } finally {
    await worker.stop()
  }
}

const serverErrorsIn = (counts: Readonly<Record<string, number>>): number =>
  Object.entries(counts).reduce((sum, [status, count]) => (/^5/.test(status) ? sum + count : sum), 0)

const megabytes = (bytes: number | undefined): number =>
  bytes === undefined ? Number.NaN : Math.round(bytes / 1e6)
