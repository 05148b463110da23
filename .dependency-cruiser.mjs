/**
 * The arrows between the rooms (docs/architecture.md): each room, and what it may import. What is not drawn is refused, in
 * tests and scripts too. `npm run check:arrows` checks them; `npm run arrows` draws them into docs/rooms.md.
 */
const services = ['services', 'protocol', 'deployments']
const above = ['reading', ...services]
const doors = ['workflow', 'don', 'gateway', 'indexer', 'keeper', 'adapters', 'workers', ...above]

const rooms = {
  protocol: [],
  deployments: [],
  services: ['protocol', 'deployments'],
  reading: services,
  workflow: ['protocol', 'deployments'],
  don: above,
  gateway: above,
  indexer: above,
  keeper: above,
  adapters: above,
  workers: above,
  cli: doors,
  local: ['cli', ...doors],
  scripts: ['local', 'cli', ...doors],
  examples: ['workers', ...above],
  test: ['examples', 'scripts', 'local', 'cli', ...doors],
}
const everyRoom = Object.keys(rooms)
const inside = (names) => `^(${names.join('|')})/`

/** Inside a room: a folder, and the folders of the same room that it must not import. */
const within = [
  ['protocol/question', ['rubric', 'source']],
  ['services/fetch', ['http', 'store', 'chain', 'model']],
  ['services/store', ['http', 'chain', 'model', 'fetch']],
  ['services/chain', ['http', 'store', 'model', 'fetch']],
  ['services/model', ['http', 'store', 'chain']],
  ['services/http', ['model']],
  ['services/archive', ['http', 'store', 'chain', 'model', 'fetch']],
  ['reading/text', ['rule']],
  ['workers/sdk', ['agent', 'pipeline', 'sentinel', 'conformance', 'source']],
  ['workers/source', ['agent', 'pipeline', 'sentinel', 'conformance', 'sdk']],
  ['workers/facts', ['agent', 'pipeline', 'sentinel', 'conformance', 'sdk', 'source']],
  ['workers/pipeline', ['agent', 'sentinel', 'conformance']],
  ['workers/pipeline/rule', ['pipeline/text']],
  ['workers/sentinel', ['agent', 'conformance']],
  ['workers/agent', ['sentinel', 'conformance']],
  ['workers/conformance', ['agent', 'pipeline', 'sentinel', 'source', 'sdk']],
  ['adapters/captcha', ['moltbook', 'rules', 'participant', 'signer']],
  ['adapters/moltbook', ['participant', 'signer']],
  ['adapters/rules', ['captcha', 'moltbook', 'participant', 'signer']],
  ['adapters/participant', ['captcha', 'moltbook', 'rules', 'signer']],
  ['adapters/signer', ['captcha', 'moltbook', 'rules']],
  ['cli/terminal', ['chain', 'commands', 'deploy', 'moltbook']],
  ['cli/chain', ['commands', 'deploy', 'moltbook']],
  ['cli/deploy', ['commands', 'moltbook']],
  ['cli/commands', ['moltbook']],
]

const between = Object.entries(rooms).flatMap(([room, may]) => {
  const refused = everyRoom.filter((other) => other !== room && !may.includes(other))
  if (refused.length === 0) return []
  return {
    name: `room-${room}`,
    comment: `${room}/ may import ${may.length === 0 ? 'no other room' : may.join(', ')}.`,
    severity: 'error',
    from: { path: inside([room]) },
    to: { path: inside(refused) },
  }
})

const inner = within.map(([folder, forbidden]) => {
  const room = folder.split('/')[0]
  return {
    name: `inside-${folder.replaceAll('/', '-')}`,
    comment: `${folder}/ lies below ${forbidden.map((name) => `${room}/${name}`).join(', ')}.`,
    severity: 'error',
    from: { path: inside([folder]) },
    to: { path: inside(forbidden.map((name) => `${room}/${name}`)) },
  }
})

/** What a room may take from npm, types aside; a room that is not named may take what package.json lists. */
const packages = {
  // Of viem the pure helpers alone: its clients do not run in the CRE guest.
  protocol: ['viem/_(esm|types)/utils', 'zod', '@noble/curves'],
  workflow: ['@chainlink/cre-sdk', 'viem', 'zod'],
  deployments: [],
}
const fromNpm = Object.entries(packages).map(([room, names]) => ({
  name: `packages-${room}`,
  comment: `${room}/ takes ${names.length === 0 ? 'nothing' : names.join(', ')} from npm, and nothing of Node.`,
  severity: 'error',
  from: { path: inside([room]) },
  to: {
    dependencyTypesNot: ['local', 'type-only'],
    pathNot: [inside(everyRoom), ...names.map((name) => `node_modules/${name}/`)],
  },
}))

/** What a page in a browser may import too: viem, and nothing of Node. */
const inBrowsers = {
  name: 'browser-services-chain',
  comment: 'services/chain/browser/ takes protocol/, deployments/ and viem, and nothing of Node.',
  severity: 'error',
  from: { path: '^services/chain/browser/' },
  to: {
    dependencyTypesNot: ['type-only'],
    pathNot: ['^services/chain/browser/', '^(protocol|deployments)/', 'node_modules/viem/'],
  },
}

/** The checker of rounds and proofs, which a page runs: nothing of Node there either, nor of what asks anybody. */
const pure = [
  'workers/sentinel/check/',
  'workers/source/provenance/(Provenance|PublicKey|notaryLog|signedReply|signedSample|verifiers)[.]ts$',
]
const inPages = {
  name: 'browser-sentinel-check',
  comment:
    'workers/sentinel/check/ and the proofs of origin that it reads take protocol/, viem, zod, @noble, and nothing of Node.',
  severity: 'error',
  from: { path: pure.map((path) => `^${path}`) },
  to: {
    dependencyTypesNot: ['type-only'],
    pathNot: [
      ...pure.map((path) => `^${path}`),
      '^(protocol|deployments)/',
      '^services/chain/browser/',
      'node_modules/(viem|zod|@noble)/',
    ],
  },
}

/** The files of protocol/ that others import: its other files are its own affair. */
const open = ['index', 'core', 'source/index', 'Catalog']

export default {
  forbidden: [
    ...between,
    ...inner,
    ...fromNpm,
    inBrowsers,
    inPages,
    {
      name: 'from-a-room',
      comment: 'A folder that imports something is a room: name it above, with what it may import.',
      severity: 'error',
      from: { path: '^[^/]+/', pathNot: [inside(everyRoom), '^node_modules/'] },
      to: {},
    },
    {
      name: 'to-a-room',
      comment: 'Files of the project that lie in no room, or outside of the project, are not imported.',
      severity: 'error',
      from: { pathNot: '^node_modules/' },
      to: { dependencyTypes: ['local'], pathNot: inside(everyRoom) },
    },
    {
      name: 'doors-of-protocol',
      comment:
        'Import protocol/index.ts (or core.ts, source/index.ts, Catalog.ts); only its own tests look behind them.',
      severity: 'error',
      from: { path: inside(everyRoom.filter((room) => room !== 'protocol' && room !== 'test')) },
      to: { path: '^protocol/', pathNot: `^protocol/(${open.join('|')})\\.ts$` },
    },
    {
      name: 'no-circles',
      comment: 'Imports point one way. Types may refer to each other.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'resolvable',
      comment: 'An import that leads nowhere.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: ['^(\\.\\./)*types/ethers-contracts'] },
    },
    {
      name: 'listed-in-package-json',
      comment: 'What is imported is a dependency of its own.',
      severity: 'error',
      from: { pathNot: '^(test|scripts|local|hardhat)' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'npm-dev'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(build|artifacts|cache|coverage|types|docs|test/fixtures)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
}
