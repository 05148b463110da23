/** What people install: five packages, each made of whole rooms of the tree. */
export type Package = {
  readonly name: string
  readonly description: string
  /** Rooms of the tree that it holds, and where in the package; the room's own name unless said. */
  readonly rooms: Readonly<Record<string, string>>
  /** Files of other rooms that it carries along. */
  readonly files?: readonly string[]
  /** Tracked files that stay behind. */
  readonly without?: RegExp
  /** Subpaths and the modules behind them, without their ending. */
  readonly exports: Readonly<Record<string, string>>
  readonly bin?: Readonly<Record<string, string>>
  readonly node: string
  /** Needed at run time though nothing imports them by name. */
  readonly alsoNeeds?: readonly string[]
  readonly optionalPeers?: readonly string[]
}

export const packages: readonly Package[] = [
  {
    name: '@cresolver/protocol',
    description:
      'The pure heart of CREsolver: § questions, proofs of reasoning, wire, scores, reports, rounds.',
    rooms: { protocol: '.' },
    exports: { '.': 'index', './core': 'core', './source': 'source/index', './catalog': 'Catalog' },
    node: '>=20.20.0',
  },
  {
    name: '@cresolver/contracts',
    description: 'The contracts of CREsolver: Solidity sources, ABIs as const, creation code, networks.',
    rooms: { contracts: '.', 'deployments/abi': 'abi', 'deployments/bytecode': 'bytecode' },
    files: ['deployments/networks.json'],
    // Registries for tests and local chains; their code is in bytecode/.
    without: /^contracts\/local\//,
    exports: { './abi': 'abi/index', './bytecode': 'bytecode/index' },
    node: '>=20.20.0',
  },
  {
    name: '@cresolver/worker',
    description:
      'Write a worker that answers prediction markets: serving, signing, idempotency, conformance.',
    rooms: { workers: 'workers', services: 'services', reading: 'reading' },
    exports: {
      '.': 'workers/sdk/index',
      './conformance': 'workers/conformance/index',
      './pipeline': 'workers/pipeline/index',
      './sentinel': 'workers/sentinel/index',
      './source': 'workers/source/index',
    },
    node: '>=20.20.0',
  },
  {
    name: '@cresolver/don',
    description:
      'A DON on one machine: runs any CRE workflow on N nodes with quotas, faults and signed reports.',
    rooms: { don: '.' },
    exports: { '.': 'don', './build': 'build', './service': 'service', './limits': 'limits' },
    // registerHooks
    node: '>=22.15.0',
    alsoNeeds: ['@chainlink/cre-sdk-javy-plugin', 'bun', 'typescript'],
  },
  {
    name: 'cresolver',
    description: 'The command lines of CREsolver: markets, agents, rounds, proofs, rules, services.',
    rooms: {
      cli: 'cli',
      gateway: 'gateway',
      indexer: 'indexer',
      keeper: 'keeper',
      adapters: 'adapters',
      local: 'local',
    },
    files: ['workflow/limits.json'],
    without:
      /^cli\/bin\/package\.json$|^local\/(?!market\.ts|moltbook\/|sources\/|random\.ts|temporaryFolder\.ts)/,
    exports: {},
    bin: { cresolver: 'cli/bin/cresolver.mjs', 'cresolver-market': 'cli/bin/market.mjs' },
    node: '>=20.20.0',
    optionalPeers: ['@cresolver/don'],
  },
]

/** Where a file of the tree ends up: its package, and its path inside; null if no package holds it. */
export function placeOf(path: string): { readonly owner: Package; readonly path: string } | null {
  for (const owner of packages) {
    if (owner.without?.test(path)) continue
    for (const [room, folder] of Object.entries(owner.rooms)) {
      if (!path.startsWith(`${room}/`)) continue
      const inside = path.slice(room.length + 1)
      return { owner, path: folder === '.' ? inside : `${folder}/${inside}` }
    }
    if (owner.files?.includes(path))
      return { owner, path: owner.name === 'cresolver' ? path : path.slice(path.lastIndexOf('/') + 1) }
  }
  return null
}

/** How another package names a module of this one: by its subpath, or by its file. */
export function specifierOf({ name, exports }: Package, path: string): string {
  const module = path.replace(/\.(?:d\.ts|[jt]s)$/, '')
  const subpath = Object.entries(exports).find(([, target]) => target === module)?.[0]
  if (subpath !== undefined) return `${name}${subpath.slice(1)}`
  return `${name}/${module === path ? path : `${module}.js`}`
}
