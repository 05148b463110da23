import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deadline, sampleMarket, sampleParts, sampleQuestion, sampleRule } from '../../local/samples/proof.ts'
import { startWorker } from '../../local/workers/workerProcess.ts'
import { Proof, Question, Verification, Wire } from '../../protocol/index.ts'
import * as Fixture from '../../services/fetch/Fixture.ts'
import { coingecko, Registry } from '../../workers/source/index.ts'
import { type Row, rounded, secondsOf } from './measure.ts'

export const summary =
  'the aap worker on replayed sources: resolve requests/s, p50, p99; proofs built and verified'

export type Extent = { readonly distinct: number; readonly repeated: number }

const lanes = 8

/**
 * Over loopback, with answers kept in the embedded store, or in the server of `DATABASE_URL`; distinct requests run the whole
 * pipeline, repeated ones none.
 */
export async function rows(
  note: (text: string) => void,
  { distinct, repeated }: Extent = { distinct: 2_000, repeated: 5_000 },
): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'cresolver-bench-'))
  writeFixture(folder)
  const worker = await startWorker({
    config: { sources: { transport: 'replay', fixtures: folder }, log: 'error' },
    env: { DATABASE_URL: process.env.DATABASE_URL ?? '' },
  })
  try {
    await measure(worker.url, Math.min(200, distinct), (i) => requestOf(1_000_000 + i))
    note('warmed up')
    const first = await measure(worker.url, distinct, requestOf)
    note('distinct requests done')
    const again = await measure(worker.url, repeated, (i) => requestOf(i % Math.min(100, distinct)))
    return [...toRows('distinct', first), ...toRows('repeated', again), ...proofRows()]
  } finally {
    await worker.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const requestOf = (marketId: number): string =>
  JSON.stringify(
    Wire.toResolveRequest(
      Question.pose({
        chainId: 31_337,
        market: sampleMarket,
        marketId,
        round: 1,
        question: sampleQuestion,
        deadline,
      }),
    ),
  )

/** The one reply that the sample question needs. */
function writeFixture(folder: string): void {
  const asked = coingecko().plan(Registry.requirementOf(sampleRule, { created: null, deadline }))
  const body = JSON.stringify({
    prices: [[deadline * 1_000 + 41_000, 75_120.5]],
    market_caps: [],
    total_volumes: [],
  })
  const reply = { status: 200, headers: {}, body, retrievedAt: deadline + 90_000, method: 'GET' as const }
  writeFileSync(join(folder, Fixture.fileName(asked)), Fixture.toText(Fixture.make(asked, reply)))
}

type Measured = { readonly seconds: number; readonly milliseconds: readonly number[] }

async function measure(url: string, n: number, make: (i: number) => string): Promise<Measured> {
  const agent = new Agent({ keepAlive: true, maxSockets: lanes })
  const milliseconds: number[] = []
  let next = 0
  const lane = async () => {
    while (next < n) {
      const body = make(next++)
      const started = performance.now()
      const outcome = await ask(agent, `${url}/a2a/resolve`, body)
      milliseconds.push(performance.now() - started)
      if (outcome !== 'YES') throw new Error(`The worker answered ${outcome} instead of YES.`)
    }
  }
  const started = performance.now()
  await Promise.all(Array.from({ length: lanes }, lane))
  agent.destroy()
  return { seconds: (performance.now() - started) / 1_000, milliseconds }
}

function ask(agent: Agent, url: string, body: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }
    const sent = request(url, { method: 'POST', agent, headers }, (response) => {
      const chunks: Uint8Array[] = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString('utf8')).outcome))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

const toRows = (what: string, { seconds, milliseconds }: Measured): Row[] => {
  const n = milliseconds.length
  const name = `resolve, ${what} requests, ${lanes} at a time`
  return [
    { name, n, value: rounded(n / seconds), unit: 'requests/s' },
    { name: `${name}, p50`, n, value: rounded(percentile(milliseconds, 0.5)), unit: 'ms' },
    { name: `${name}, p99`, n, value: rounded(percentile(milliseconds, 0.99)), unit: 'ms' },
  ]
}

function proofRows(): Row[] {
  const parts = sampleParts({ items: 2, steps: 6 })
  const proof = Proof.buildPorBundle(parts)
  const ms = (call: () => unknown) => rounded(secondsOf(call) * 1_000)
  return [
    {
      name: 'proof of 2 items and 6 steps, build',
      n: 1,
      value: ms(() => Proof.buildPorBundle(parts)),
      unit: 'ms',
    },
    {
      name: 'proof of 2 items and 6 steps, verify',
      n: 1,
      value: ms(() => Verification.verifyPorBundle(proof)),
      unit: 'ms',
    },
  ]
}
