import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { emit } from '../../scripts/build/emit.ts'
import { pack } from '../../scripts/build/pack.ts'
import { type Package, packages } from '../../scripts/build/packages.ts'
import { folderOf, stage } from '../../scripts/build/stage.ts'
import { projectRoot } from '../../scripts/check/files.ts'

/** The packages as a stranger has them: in a folder of its own outside the checkout, used by the machine's own Node. */
export type Installed = {
  readonly folder: string
  /** Runs a module of the folder, or a program that a package installs. */
  run(words: readonly string[], input?: string): { status: number | null; stdout: string; stderr: string }
  readonly node: string
}

/**
 * By npm where CRESOLVER_NPM_INSTALL is set, as in CI: npm then asks the registry for what our packages need. Otherwise exactly
 * the files that a tarball would hold are laid out, beside links to the dependencies that each package declares and to no others.
 */
export function install(): Installed {
  emit()
  stage()
  const folder = mkdtempSync(join(tmpdir(), 'cresolver-packages-'))
  writeFileSync(join(folder, 'package.json'), '{ "name": "stranger", "private": true, "type": "module" }\n')
  if (process.env.CRESOLVER_NPM_INSTALL) installByNpm(folder)
  else for (const one of packages) layOut(one, folder)
  const { node, path } = machineNode()
  const env = { PATH: path, HOME: folder, NODE_OPTIONS: stripping(node) }
  return {
    folder,
    node,
    run(words, input) {
      const [first, ...rest] = words
      const bin = join(folder, 'node_modules/.bin', first!)
      const call = existsSync(bin) ? [bin, ...rest] : words
      const done = spawnSync(node, call, { cwd: folder, env, encoding: 'utf8', input: input ?? '' })
      return { status: done.status, stdout: done.stdout, stderr: done.stderr }
    },
  }
}

/** The Node that the machine has beside the one of node_modules; that one where there is no other. */
function machineNode(): { node: string; path: string } {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((one) => !one.includes('node_modules'))
  const found = folders.map((one) => join(one, 'node')).find(existsSync)
  return { node: found ?? process.execPath, path: folders.join(delimiter) }
}

/** A newer Node would run TypeScript as it is; packages must do without. */
function stripping(node: string): string {
  const major = Number(
    execFileSync(node, ['-p', 'process.versions.node.split(".")[0]'], { encoding: 'utf8' }),
  )
  return major >= 22 ? '--no-experimental-strip-types' : ''
}

function installByNpm(folder: string): void {
  const tarballs = pack(join(folder, 'tarballs')).filter((file) => !/cresolver-don-/.test(file))
  const { path } = machineNode()
  const words = ['install', '--no-audit', '--no-fund', ...tarballs]
  const done = spawnSync('npm', words, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, PATH: path },
  })
  if (done.status !== 0) throw new Error(`npm install failed:\n${done.stderr}`)
  if (/EBADENGINE/.test(done.stderr)) throw new Error(`npm warns of an engine:\n${done.stderr}`)
}

function layOut(one: Package, folder: string): void {
  const from = folderOf(one)
  const to = join(folder, 'node_modules', one.name)
  const [made] = JSON.parse(
    execFileSync('npm', ['pack', from, '--dry-run', '--json'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  )
  for (const { path } of made.files as { path: string }[]) {
    mkdirSync(dirname(join(to, path)), { recursive: true })
    cpSync(join(from, path), join(to, path))
  }
  const { dependencies, bin = {} } = JSON.parse(readFileSync(join(to, 'package.json'), 'utf8'))
  for (const name of Object.keys(dependencies)) {
    const link = join(folder, 'node_modules', name)
    if (packages.some((other) => other.name === name) || existsSync(link)) continue
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(join(projectRoot, 'node_modules', name), link)
  }
  for (const [name, file] of Object.entries<string>(bin)) {
    mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true })
    symlinkSync(join(to, file), join(folder, 'node_modules/.bin', name))
  }
}
