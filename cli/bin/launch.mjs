// Plain JavaScript, because an old Node must be able to read it. In a checkout the program is TypeScript, which Node runs as it
// is from 22.18 on: on Linux x64 such a Node comes with `npm ci`. In a package the program is JavaScript, and any Node runs it.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import module from 'node:module'
import { fileURLToPath } from 'node:url'

const bundled = fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url))

/** 22.18 and 23.6 are the first that strip types without a flag. */
function stripsTypes(version) {
  const [major, minor] = version.split('.').map(Number)
  return major > 23 || (major === 22 && minor >= 18) || (major === 23 && minor >= 6)
}

// Services keep their state in PostgreSQL compiled to WebAssembly, and V8's optimising compiler takes 700 MB to make that no
// faster for them. For JavaScript the last of its compilers is enough: the one before it leaves 15 MB of holes behind. With that,
// a small nursery, a heap that is cleaned before it grows by a fifth, and an allocator that gives back what it does not use, a
// worker stays under 200 MB. All of this can be said only when a process starts.
const services = ['worker', 'gateway', 'keeper']
const isService = ([group, verb]) => services.includes(group) && verb === 'start'
const leanFlags = [
  '--liftoff-only',
  '--no-maglev',
  '--optimize-for-size',
  '--max-semi-space-size=1',
  '--semi-space-growth-factor=1',
  '--heap-growing-percent=20',
]
const leanEnvironment = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_MMAP_THRESHOLD_: '32768',
}

/** Runs an entry with the arguments of this process, on a Node that can. */
export async function launch(entry) {
  const words = process.argv.slice(2)
  const isSuitable = !entry.pathname.endsWith('.ts') || stripsTypes(process.versions.node)
  if (isSuitable && !isService(words)) {
    // Keeps what V8 compiled between runs: a command starts in half the time.
    module.enableCompileCache?.()
    await import(entry.href)
    return
  }
  if (!isSuitable && !existsSync(bundled)) {
    console.error(
      `This checkout needs Node 22.18 or newer, and this is ${process.version}.\n` +
        'On Linux x64 `npm ci` brings one along; elsewhere install Node 24 and try again.',
    )
    process.exit(1)
  }
  const node = isSuitable ? process.execPath : bundled
  const flags = isService(words) ? leanFlags : []
  const args = [...flags, fileURLToPath(entry), ...words]
  const env = isService(words) ? { ...leanEnvironment, ...process.env } : process.env
  // The same process becomes the program, where Node can do that; nothing is left in between.
  if (process.execve !== undefined && process.platform !== 'win32') process.execve(node, [node, ...args], env)
  const child = spawn(node, args, { stdio: 'inherit', env })
  // A signal to this process is meant for the program in it. A terminal sends Ctrl-C to both by itself.
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'))
  child.once('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}
