import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/** Places in our contracts where one sign decides: found in the compiler's own syntax tree. */
export type Point = {
  readonly id: number
  readonly file: string
  readonly line: number
  /** What stands there, and what the mutant says instead. */
  readonly from: string
  readonly to: string
}

export type Mutated = {
  readonly points: readonly Point[]
  readonly sources: Readonly<Record<string, string>>
}

type Node = { readonly nodeType: string; readonly src: string; readonly [key: string]: unknown }

const flips: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '==': '!=',
  '!=': '==',
  '&&': '||',
  '||': '&&',
}

/**
 * Rewrites every file so that each flip can be switched on by number: `a < b` becomes `(mutant(7) ? a <= b : a < b)`. One build
 * then holds all mutants, and a run only has to say which one is awake.
 */
export function mutate(root: string, files: readonly string[]): Mutated {
  const trees = parse(root, files)
  const points: Point[] = []
  const sources: Record<string, string> = {}
  for (const file of files) {
    const bytes = readFileSync(join(root, file))
    const rewriter = new Rewriter(bytes, file, points)
    const text = rewriter.rewriteAll(trees[file]!)
    const importLine = `import {mutant} from "${'../'.repeat(file.split('/').length - 2) || './'}Mutant.sol";\n`
    sources[file] = rewriter.isChanged
      ? text.replace(/(pragma solidity [^;]+;\n)/, `$1\n${importLine}`)
      : text
  }
  return { points, sources }
}

class Rewriter {
  isChanged = false
  private readonly bytes: Buffer
  private readonly file: string
  private readonly points: Point[]

  constructor(bytes: Buffer, file: string, points: Point[]) {
    this.bytes = bytes
    this.file = file
    this.points = points
  }

  /** The whole file: what stands before the first node, such as the licence, is kept. */
  rewriteAll(tree: Node): string {
    const { start, end } = span(tree)
    const [before, after] = [this.bytes.subarray(0, start), this.bytes.subarray(end)]
    return `${before}${this.rewrite(tree)}${after}`
  }

  /** The text of a node with everything inside it rewritten. */
  rewrite(node: Node): string {
    const { start, end } = span(node)
    const inner = this.splice(start, end, childrenOf(node), checksOf(node))
    if (node.nodeType === 'BinaryOperation' && flips[node.operator as string] !== undefined) {
      return this.flip(node, inner)
    }
    return inner
  }

  /** A check that never refuses: `if (bad) revert …` with `bad` never true. */
  private disarm(condition: Node): string {
    return this.choice(span(condition).start, this.text(condition), 'false', this.rewrite(condition))
  }

  private flip(node: Node, inner: string): string {
    const [left, right] = [node.leftExpression as Node, node.rightExpression as Node]
    const from = node.operator as string
    const to = flips[from]!
    const { start, end } = span(node)
    const between = this.bytes.subarray(span(left).end, span(right).start).toString()
    const mutated = `${this.text(left)}${between.replace(from, to)}${this.text(right)}`
    const original = this.bytes.subarray(start, end).toString()
    return this.choice(start, original, mutated, inner)
  }

  private choice(start: number, from: string, to: string, inner: string): string {
    const id = this.points.length + 1
    const line = this.bytes.subarray(0, start).toString().split('\n').length
    this.points.push({ id, file: this.file, line, from: oneLine(from), to: oneLine(to) })
    this.isChanged = true
    return `(mutant(${id}) ? (${to}) : (${inner}))`
  }

  private text(node: Node): string {
    const { start, end } = span(node)
    return this.bytes.subarray(start, end).toString()
  }

  private splice(start: number, end: number, children: readonly Node[], checks: ReadonlySet<Node>): string {
    let text = ''
    let at = start
    for (const child of [...children].sort((a, b) => span(a).start - span(b).start)) {
      const place = span(child)
      // Some nodes share their parent's place or lie outside of it, such as types: they hold no condition.
      if (place.start < at || place.end > end) continue
      const rewritten = checks.has(child) ? this.disarm(child) : this.rewrite(child)
      text += this.bytes.subarray(at, place.start).toString() + rewritten
      at = place.end
    }
    return text + this.bytes.subarray(at, end).toString()
  }
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ')

function span({ src }: Node): { start: number; end: number } {
  const [start, length] = src.split(':').map(Number)
  return { start: start!, end: start! + length! }
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).nodeType === 'string'

function childrenOf(node: Node): Node[] {
  if (node.nodeType === 'InlineAssembly') return []
  return Object.values(node).flatMap((value) =>
    Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  )
}

/** The condition of a statement that does nothing but refuse. */
function checksOf(node: Node): ReadonlySet<Node> {
  if (node.nodeType !== 'IfStatement') return new Set()
  const body = node.trueBody as Node
  const only = body.nodeType === 'Block' ? (body.statements as Node[]) : [body]
  return new Set(only.length === 1 && only[0]!.nodeType === 'RevertStatement' ? [node.condition as Node] : [])
}

/** The compiler's syntax trees of the files. */
function parse(root: string, files: readonly string[]): Record<string, Node> {
  const solc = createRequire(import.meta.url)('solc')
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(
      files.map((file) => [file, { content: readFileSync(join(root, file), 'utf8') }]),
    ),
    settings: { outputSelection: { '*': { '': ['ast'] } }, stopAfter: 'parsing' },
  }
  const load = (path: string) => {
    const found = [join(root, path), join(root, 'node_modules', path)].find(existsSync)
    return found === undefined ? { error: `${path} is not there` } : { contents: readFileSync(found, 'utf8') }
  }
  const output = JSON.parse(solc.compile(JSON.stringify(input), { import: load }))
  const fatal = output.errors?.find((error: { severity: string }) => error.severity === 'error')
  if (fatal !== undefined) throw new Error(fatal.formattedMessage)
  return Object.fromEntries(files.map((file) => [file, output.sources[file].ast]))
}
