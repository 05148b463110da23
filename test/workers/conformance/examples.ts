import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The workers of examples/, run as a person runs them. Named as a type, so that its types are checked too. */
export type Example = typeof import('../../../examples/worker/worker.ts')

export const root = fileURLToPath(new URL('../../..', import.meta.url))
export const examples = { 'worker.ts': process.execPath, 'worker.py': 'python3' } as const

export const isThere = (program: string): boolean => spawnSync(program, ['--version']).status === 0

/** Starts an example; its first line is its address. */
export async function startExample(
  name: keyof typeof examples,
  env: Record<string, string> = {},
): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(examples[name], [`examples/worker/${name}`], {
    cwd: root,
    env: { ...process.env, ...env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout!.once('data', (line) => resolve(String(line).trim()))
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code}`)))
  })
  return { child, url }
}
