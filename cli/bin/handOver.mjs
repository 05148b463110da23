// Node takes the types off TypeScript with a compiler that then stays in memory for good: 15 MB that a service would carry to
// its end. So the process that launches it takes them off, hands the plain texts over in a file, and is then replaced.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import module from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folders = [
  'adapters',
  'cli',
  'deployments',
  'gateway',
  'local',
  'protocol',
  'reading',
  'services',
  'workers',
]
const variable = 'CRESOLVER_PLAIN_TEXTS'

/** Writes all that a service may load, and gives the environment that says where; nothing where this Node or disk cannot. */
export function handOver() {
  if (module.stripTypeScriptTypes === undefined || module.registerHooks === undefined) return {}
  try {
    const texts = JSON.stringify(Object.fromEntries(folders.flatMap(plainTexts)))
    // A folder that only this user can open: what is in it will be run.
    const file = join(mkdtempSync(join(tmpdir(), 'cresolver-plain-')), 'texts.json')
    writeFileSync(file, texts, { mode: 0o600, flag: 'wx' })
    return { [variable]: file }
  } catch {
    return {}
  }
}

/** Loads what was handed over, and everything else as Node does. */
export function takeOver() {
  const file = process.env[variable]
  if (file === undefined) return
  // Whatever this process starts is handed nothing.
  delete process.env[variable]
  const texts = new Map(Object.entries(JSON.parse(readFileSync(file, 'utf8'))))
  rmSync(dirname(file), { recursive: true, force: true })
  module.registerHooks({
    load(url, context, next) {
      const path = url.startsWith('file:') ? fileURLToPath(url) : ''
      const source = texts.get(path)
      if (source === undefined) return next(url, context)
      texts.delete(path)
      return { format: 'module', source, shortCircuit: true }
    },
  })
}

function plainTexts(folder) {
  const names = readdirSync(join(root, folder), { recursive: true }).filter((name) => name.endsWith('.ts'))
  return names.flatMap((name) => {
    const path = join(root, folder, name)
    try {
      return [[path, module.stripTypeScriptTypes(readFileSync(path, 'utf8'))]]
    } catch {
      // Whether this matters is told by Node itself, once somebody loads it.
      return []
    }
  })
}
