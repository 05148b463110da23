import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { network } from 'hardhat'
import { createTestClient, http, publicActions } from 'viem'
import { hardhat } from 'viem/chains'

/** A node of its own, and the command line as a person runs it: another process that talks to the node. */
const cresolver = fileURLToPath(new URL('../../scripts/cresolver.mjs', import.meta.url))

export async function startNode(options: { chainId?: number } = {}) {
  const { chainId = 31_337 } = options
  const server = await network.createServer({ network: 'default', override: { chainId } }, '127.0.0.1', 0)
  const { port } = await server.listen()
  const url = `http://127.0.0.1:${port}`
  const chain = { ...hardhat, id: chainId }
  const client = createTestClient({ mode: 'hardhat', chain, transport: http(url) }).extend(publicActions)
  return { url, client, close: () => server.close() }
}
export type Node = Awaited<ReturnType<typeof startNode>>

export const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), 'cresolver-'))

// Most of a short command is loading it: the first one leaves its compiled code to the others.
const compiled = temporaryFolder()
process.on('exit', () => rmSync(compiled, { recursive: true, force: true }))

/** A command that goes on while the test does something else. */
export const start = (args: readonly string[], env: object = {}) =>
  spawn(process.execPath, [cresolver, ...args], {
    env: { ...process.env, CRESOLVER_KEY: '', NODE_COMPILE_CACHE: compiled, ...env },
  })

export type Run = { status: number | null; stdout: string; stderr: string }

/** Not `spawnSync`: the node lives in this process and must be able to answer. */
export function run(args: readonly string[], options: { input?: string; env?: object } = {}): Promise<Run> {
  return new Promise((resolve, reject) => {
    const child = start(args, options.env)
    let [stdout, stderr] = ['', '']
    child.stdout.on('data', (chunk) => {
      stdout += chunk
    })
    child.stderr.on('data', (chunk) => {
      stderr += chunk
    })
    child.on('error', reject)
    child.on('close', (status) => resolve({ status, stdout, stderr }))
    child.stdin.end(options.input ?? '')
  })
}
