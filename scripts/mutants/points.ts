import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/** Places in our contracts where one sign decides: found in the compiler's own syntax tree. */
export type Point = {
  readonly id: number
  readonly file: string
  /** The function around it. */
  readonly scope: string
  /** File, function, what stands there, and what the mutant says instead: no two are named alike. */
  readonly name: string
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
 * Flips every comparison and connective, takes away every negation, turns every other condition round, and disarms every check:
 * an `if` that does nothing but revert, and a `require`.
 *
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
  private scope = ''
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
    if (/^(Function|Modifier)Definition$/.test(node.nodeType)) this.scope = String(node.name || node.kind)
    const { start, end } = span(node)
    const inner = this.splice(start, end, childrenOf(node), conditionsOf(node))
    if (node.nodeType === 'UnaryOperation' && node.operator === '!') {
      return this.choice(this.text(node), this.text(node.subExpression as Node), inner)
    }
    return flips[node.operator as string] === undefined ? inner : this.flip(node, inner)
  }

  /** A condition with what it is worth where it refuses nobody, or turned round where it only chooses. */
  private rewriteCondition(condition: Node, passing: Passing): string {
    const inner = this.rewrite(condition)
    if (passing !== null) return this.choice(this.text(condition), passing, inner)
    if (flips[condition.operator as string] !== undefined || condition.operator === '!') return inner
    return this.choice(this.text(condition), `!${this.text(condition)}`, inner)
  }

  private flip(node: Node, inner: string): string {
    const [left, right] = [node.leftExpression as Node, node.rightExpression as Node]
    const from = node.operator as string
    const to = flips[from]!
    const { start, end } = span(node)
    const between = this.bytes.subarray(span(left).end, span(right).start).toString()
    const mutated = `${this.text(left)}${between.replace(from, to)}${this.text(right)}`
    const original = this.bytes.subarray(start, end).toString()
    return this.choice(original, mutated, inner)
  }

  private choice(from: string, to: string, inner: string): string {
    const id = this.points.length + 1
    const place = `${this.file} ${this.scope}: ${oneLine(from)} → ${oneLine(to)}`
    const alike = this.points.filter(({ name }) => name.replace(/ #\d+$/, '') === place).length
    const name = alike === 0 ? place : `${place} #${alike + 1}`
    this.points.push({ id, file: this.file, scope: this.scope, name })
    this.isChanged = true
    return `(mutant(${id}) ? (${to}) : (${inner}))`
  }

  private text(node: Node): string {
    const { start, end } = span(node)
    return this.bytes.subarray(start, end).toString()
  }

  private splice(
    start: number,
    end: number,
    children: readonly Node[],
    conditions: ReadonlyMap<Node, Passing>,
  ): string {
    let text = ''
    let at = start
    for (const child of [...children].sort((a, b) => span(a).start - span(b).start)) {
      const place = span(child)
      // Some nodes share their parent's place or lie outside of it, such as types: they hold no condition.
      if (place.start < at || place.end > end) continue
      const passing = conditions.get(child)
      const rewritten = passing === undefined ? this.rewrite(child) : this.rewriteCondition(child, passing)
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

/** What a condition says where it lets everybody pass, or null where it is no check. */
type Passing = 'true' | 'false' | null

/** The conditions directly below a node. */
function conditionsOf(node: Node): ReadonlyMap<Node, Passing> {
  if (node.nodeType === 'FunctionCall' && (node.expression as Node).name === 'require') {
    return new Map([[(node.arguments as Node[])[0]!, 'true']])
  }
  if (node.nodeType !== 'IfStatement' && node.nodeType !== 'Conditional') return new Map()
  return new Map([[node.condition as Node, isCheck(node) ? 'false' : null]])
}

/** Whether a statement does nothing but refuse. */
function isCheck(node: Node): boolean {
  const body = node.trueBody as Node | undefined
  const only = body?.nodeType === 'Block' ? (body.statements as Node[]) : [body]
  return only.length === 1 && only[0]?.nodeType === 'RevertStatement'
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
