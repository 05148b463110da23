import { readdirSync, statSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { BaseError } from '../../protocol/index.ts'

export type Load = { readonly perSecond: number; readonly milliseconds: readonly number[] }

const lanes = 8

/** Asks one address so often, eight at a time, over connections that stay open. */
export async function drive(url: string, times: number): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: lanes })
  const milliseconds: number[] = []
  let next = 0
  const lane = async () => {
    while (next++ < times) {
      const started = performance.now()
      const status = await get(agent, url)
      milliseconds.push(performance.now() - started)
      if (status !== 200) throw new UnservedError(url, status)
    }
  }
  const started = performance.now()
  await Promise.all(Array.from({ length: lanes }, lane))
  agent.destroy()
  return { perSecond: (times * 1_000) / (performance.now() - started), milliseconds }
}

function get(agent: Agent, url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent }, (response) => {
      response.on('data', () => {})
      response.on('end', () => resolve(response.statusCode ?? 0))
    })
    sent.on('error', reject)
    sent.end()
  })
}

/** Bytes of all files below a folder; 0 where there is none. */
export function bytesBelow(folder: string): number {
  let entries: ReturnType<typeof list>
  try {
    entries = list(folder)
  } catch {
    return 0
  }
  return entries.reduce((sum, entry) => {
    const path = join(folder, entry.name)
    return sum + (entry.isDirectory() ? bytesBelow(path) : sizeOf(path))
  }, 0)
}

const list = (folder: string) => readdirSync(folder, { withFileTypes: true })

/** A database drops files while it is looked at. */
const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

export class UnservedError extends BaseError {
  override readonly name = 'Bench.UnservedError'
  constructor(url: string, status: number) {
    super(`${new URL(url).pathname} was answered with ${status} instead of 200.`)
  }
}
