// Plain JavaScript, because an old Node must be able to read it: the program itself is TypeScript that Node runs as it
// is from 22.13 on. On Linux x64 such a Node comes with `npm ci`; elsewhere the system's must be new enough.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import module from 'node:module'
import { fileURLToPath } from 'node:url'

const bundled = fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url))

function isNewEnough(version) {
  const [major, minor] = version.split('.').map(Number)
  // 22.18 and 23.6 are the first that strip types without a flag; 24 is what the project is tested on.
  return major > 23 || (major === 22 && minor >= 18) || (major === 23 && minor >= 6)
}

/** Runs a TypeScript entry with the arguments of this process, on a Node that can. */
export async function launch(entry) {
  if (isNewEnough(process.versions.node)) {
    // Keeps what V8 compiled between runs: a command starts in half the time.
    module.enableCompileCache()
    await import(entry.href)
    return
  }
  if (!existsSync(bundled)) {
    console.error(
      `cresolver needs Node 22.18 or newer, and this is ${process.version}.\n` +
        'On Linux x64 `npm ci` brings one along; elsewhere install Node 24 and try again.',
    )
    process.exit(1)
  }
  const child = spawnSync(bundled, [fileURLToPath(entry), ...process.argv.slice(2)], { stdio: 'inherit' })
  if (child.signal) process.kill(process.pid, child.signal)
  else process.exit(child.status ?? 1)
}
