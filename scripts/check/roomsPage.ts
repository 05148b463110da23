/** One file that imports another, by paths from the root of the project. */
export type Import = { readonly from: string; readonly to: string }

/** What each place imports. */
type Graph = ReadonlyMap<string, ReadonlySet<string>>

/** The page that draws the rooms and their insides, as the imports have them. */
export function roomsPage(imports: readonly Import[]): string {
  const rooms = graphOf(imports, roomOf)
  const folders = graphOf(
    imports.filter(({ from, to }) => roomOf(from) === roomOf(to)),
    folderOf,
  )
  return `# The rooms, drawn

\`npm run arrows\` makes this page from the imports that dependency-cruiser finds; \`npm run check\` fails when it is out of date.
[architecture.md](architecture.md) says what each room is for, and \`.dependency-cruiser.mjs\` which arrows are allowed.

## Between rooms

An arrow points to what is imported. Where a longer way leads to the same room, the direct arrow is left out: the table has them all.

${picture(arrowsOf(rooms))}

| room | imports |
|---|---|
${[...rooms].map(([room, targets]) => `| \`${room}/\` | ${listed(targets)} |`).join('\n')}

## Inside rooms

The folders of a room, where one imports another. Files that lie in no folder are left out.

${picture(insides(folders))}
`
}

const roomOf = (path: string): string | null => (path.includes('/') ? path.split('/')[0]! : null)

/** `workers/agent` of `workers/agent/app.ts`; null for a file that lies in the room itself, and for tests, which mirror all others. */
const folderOf = (path: string): string | null => {
  const parts = path.split('/')
  return parts.length > 2 && parts[0] !== 'test' ? parts.slice(0, 2).join('/') : null
}

/** Every place with what it imports of others, both in the order of the alphabet. */
function graphOf(imports: readonly Import[], placeOf: (path: string) => string | null): Graph {
  const graph = new Map<string, Set<string>>()
  const targetsOf = (place: string) => {
    if (!graph.has(place)) graph.set(place, new Set())
    return graph.get(place)!
  }
  for (const { from, to } of imports) {
    const [source, target] = [placeOf(from), placeOf(to)]
    if (source !== null) targetsOf(source)
    if (target !== null) targetsOf(target)
    if (source !== null && target !== null && source !== target) targetsOf(source).add(target)
  }
  return new Map([...graph].sort(byName).map(([place, targets]) => [place, new Set([...targets].sort())]))
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1)

/** The arrows of a graph as Mermaid writes them, without those that a longer way makes plain. */
function arrowsOf(graph: Graph): string[] {
  return [...graph].flatMap(([place, targets]) => {
    const isDetoured = (target: string) =>
      [...targets].some((via) => reaches(graph, via, target) && !reaches(graph, target, via))
    return [...targets]
      .filter((target) => !isDetoured(target))
      .map((target) => `${idOf(place)} --> ${idOf(target)}`)
  })
}

function reaches(graph: Graph, from: string, to: string): boolean {
  const seen = new Set([from])
  // A set that grows is walked to its new end.
  for (const place of seen) for (const target of graph.get(place) ?? []) seen.add(target)
  return seen.has(to) && from !== to
}

/** One box a room, for rooms whose folders import each other. */
function insides(folders: Graph): string[] {
  const rooms = Map.groupBy(folders.keys(), (folder) => roomOf(folder)!)
  return [...rooms].flatMap(([room, names]) => {
    const inner = new Map(names.map((name) => [name, folders.get(name)!]))
    const arrows = arrowsOf(inner)
    if (arrows.length === 0) return []
    const boxes = names.map((name) => `  ${idOf(name)}[${name.slice(room.length + 1)}]`)
    return [`subgraph ${room}`, ...boxes, ...arrows.map((arrow) => `  ${arrow}`), 'end']
  })
}

/** A slash means something else in Mermaid's boxes. */
const idOf = (place: string): string => place.replace('/', '_')

const picture = (lines: readonly string[]): string =>
  ['```mermaid', 'flowchart TD', ...lines.map((line) => `  ${line}`), '```'].join('\n')

const listed = (names: ReadonlySet<string>): string =>
  names.size === 0 ? '–' : [...names].map((name) => `\`${name}/\``).join(' ')
