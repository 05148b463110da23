import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BaseError } from '../protocol/index.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const stamp = join(root, 'build/contracts.stamp')
const artifact = join(root, 'artifacts/contracts/CREsolverMarket.sol/CREsolverMarket.json')

/**
 * Compiles the contracts where they were never compiled, or have changed since. Asking Hardhat itself whether there is anything
 * to do takes seconds, so what was built from what is kept beside it.
 */
export async function buildContracts(tell: (line: string) => void = () => {}): Promise<void> {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint()) return
  tell(existsSync(artifact) ? 'looking whether the contracts have changed' : 'compiling the contracts, once')
  // Whoever is in a hurry has begun before.
  building ??= build()
  await building
}

let building: Promise<void> | undefined

async function build(): Promise<void> {
  await hardhatBuild()
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, fingerprint())
}

/** Of all that is compiled, and of what came out: a build of another kind, such as one for coverage, leaves another artifact. */
function fingerprint(): string {
  const hash = createHash('sha256')
  for (const file of [
    ...solidityIn('contracts'),
    'hardhat.config.ts',
    'scripts/solidity/compiler.ts',
    'package-lock.json',
  ])
    hash.update(`${file}\0`).update(readFileSync(join(root, file)))
  if (existsSync(artifact)) hash.update(String(statSync(artifact).mtimeMs))
  return hash.digest('hex')
}

const solidityIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.sol'))
    .sort()
    .map((name) => join(folder, name))

async function hardhatBuild(): Promise<void> {
  const command = join(root, 'node_modules/hardhat/dist/src/cli.js')
  const child = spawn(process.execPath, [command, 'build', '--quiet', '--no-tests'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, HARDHAT_DISABLE_TELEMETRY: 'true' },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code !== 0) throw new UncompiledError(said.trim())
}

export class UncompiledError extends BaseError {
  override readonly name = 'Local.UncompiledError'
  constructor(said: string) {
    super('The contracts cannot be compiled.', { metaMessages: [said.slice(-2_000), 'Try `npm run build`.'] })
  }
}
