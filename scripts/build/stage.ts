import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { projectRoot } from '../check/files.ts'
import { noticesOf } from './notices.ts'
import { type Package, packages, placeOf } from './packages.ts'
import { rewrite } from './rewrite.ts'

const tree = join(projectRoot, 'build/tree')
export const stagedFolder: string = join(projectRoot, 'build/packages')
const root = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'))

/** The folder of a staged package. */
export const folderOf = ({ name }: Pick<Package, 'name'>): string =>
  join(stagedFolder, name.replace(/^@cresolver\//, ''))

/** Lays out every package from what the compiler emitted and from the files that are carried along. */
export function stage(): void {
  rmSync(stagedFolder, { recursive: true, force: true })
  for (const path of [...emittedFiles(), ...carriedFiles()]) {
    // A declaration, or a module: both belong where their source does.
    const place = placeOf(path.replace(/\.(?:d\.ts|js)$/, '.ts')) ?? placeOf(path)
    if (place === null) continue
    const isEmitted = /\.(?:js|d\.ts)$/.test(path)
    const from = isEmitted ? join(tree, path) : join(projectRoot, path)
    const to = join(
      folderOf(place.owner),
      place.path.replace(/\.ts$/, path.endsWith('.d.ts') ? '.d.ts' : '.js'),
    )
    mkdirSync(dirname(to), { recursive: true })
    if (isEmitted || path.endsWith('.mjs'))
      writeFileSync(to, rewrite(readFileSync(from, 'utf8'), path, place.owner), { mode: modeOf(path) })
    else cpSync(from, to)
  }
  for (const one of packages) describe(one)
}

const modeOf = (path: string): number => (path.endsWith('.mjs') ? 0o755 : 0o644)

/** Without what is left of sources that are gone. */
function emittedFiles(): string[] {
  return readdirSync(tree, { recursive: true, encoding: 'utf8' }).filter(
    (path) =>
      /\.(?:js|d\.ts)$/.test(path) && existsSync(join(projectRoot, path.replace(/(?:\.d\.ts|\.js)$/, '.ts'))),
  )
}

/**
 * Everything of a room that the compiler does not emit: SQL, prompts, data, examples, Solidity. Only what git tracks, since a
 * key or a config of the developer may lie beside it.
 */
export function carriedFiles(root: string = projectRoot): string[] {
  const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0')
  return tracked.filter(
    (path) => !/^$|\.ts$|(?:^|\/)tsconfig\.json$/.test(path) && existsSync(join(root, path)),
  )
}

function describe(one: Package): void {
  const folder = folderOf(one)
  const manifest = {
    name: one.name,
    version: root.version,
    description: one.description,
    license: root.license,
    type: 'module',
    engines: { node: one.node },
    ...(one.bin === undefined ? {} : { bin: one.bin }),
    exports: exportsOf(one),
    ...(Object.keys(one.exports).includes('.') ? { types: `./${one.exports['.']}.d.ts` } : {}),
    sideEffects: one.name !== '@cresolver/protocol',
    ...dependenciesOf(one),
  }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  cpSync(join(projectRoot, 'LICENSE'), join(folder, 'LICENSE'))
  const readme = join(projectRoot, 'docs/packages', `${one.name.replace(/^@cresolver\//, '')}.md`)
  if (existsSync(readme)) cpSync(readme, join(folder, 'README.md'))
  writeFileSync(join(folder, 'THIRD_PARTY_NOTICES.md'), noticesOf(one.name, othersIn(manifest.dependencies)))
}

/** Named doors first, then every module by its file: the packages of this project use those of each other. */
function exportsOf({ exports }: Package): object {
  const doors = Object.entries(exports).map(([subpath, module]) => [
    subpath,
    { types: `./${module}.d.ts`, default: `./${module}.js` },
  ])
  return {
    ...Object.fromEntries(doors),
    './*.js': { types: './*.d.ts', default: './*.js' },
    './*': './*',
  }
}

/** What the staged files import, with the versions that this project is tested with. */
function dependenciesOf(one: Package): { dependencies: Record<string, string> } & Record<string, unknown> {
  const names = new Set([...importedBy(folderOf(one)), ...(one.alsoNeeds ?? [])])
  names.delete(one.name)
  if (one.name === '@cresolver/contracts') names.add('@openzeppelin/contracts')
  const peers = one.optionalPeers ?? []
  const versioned = (name: string): [string, string] => [name, versionOf(name)]
  checkOrder(one, names)
  const dependencies = Object.fromEntries(
    [...names]
      .filter((name) => !peers.includes(name))
      .sort()
      .map(versioned),
  )
  if (peers.length === 0) return { dependencies }
  return {
    dependencies,
    peerDependencies: Object.fromEntries(peers.map(versioned)),
    peerDependenciesMeta: Object.fromEntries(peers.map((name) => [name, { optional: true }])),
  }
}

/** A package stands on those before it in the list, never on one that comes after. */
function checkOrder(one: Package, names: ReadonlySet<string>): void {
  const later = packages.slice(packages.indexOf(one) + 1).find(({ name }) => names.has(name))
  if (later !== undefined) throw new Error(`${one.name} must not import ${later.name}`)
}

function versionOf(name: string): string {
  if (packages.some((one) => one.name === name)) return root.version
  const version = root.dependencies[name] ?? root.devDependencies[name]
  if (version === undefined) throw new Error(`${name} is imported and not in package.json`)
  return version
}

function importedBy(folder: string): Set<string> {
  const names = new Set<string>()
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(?:js|mjs|d\.ts)$/.test(path)) continue
    const text = readFileSync(join(folder, path), 'utf8')
    for (const { fileName } of ts.preProcessFile(text, true, true).importedFiles)
      if (!fileName.startsWith('.') && !isOfNode(fileName)) names.add(packageOf(fileName))
    for (const [, name] of text.matchAll(/import\.meta\.resolve\('([^']+)'\)/g)) names.add(packageOf(name!))
  }
  return names
}

const isOfNode = (name: string): boolean => name.startsWith('node:') || builtinModules.includes(name)
const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

/** Of what a package needs, that which is not of this project. */
const othersIn = (dependencies: Readonly<Record<string, string>>): [string, string][] =>
  Object.entries(dependencies).filter(([other]) => !packages.some((one) => one.name === other))
