import { type Node, readPattern } from './regexTree.ts'

// Fewer repetitions than this bound the work by a constant that nobody notices.
const many = 256

/** The characters that one set, or any set inside a loop, can take. */
type Characters = ReadonlySet<number>

/**
 * Why a regular expression may take more than linear time on a text that was made to hurt, or undefined. Conservative:
 * what it clears is linear; what it refuses may still be, and can be exempted with a reason.
 */
export function backtracking(pattern: string, flags: string): string | undefined {
  let tree: Node
  try {
    tree = readPattern(pattern)
  } catch (error) {
    return (error as Error).message
  }
  const judge = new Judge(flags)
  return (
    (hasLoopInLoop(tree, false) ? 'a loop stands inside a loop' : undefined) ??
    judge.neighbours(tree) ??
    (flags.includes('y') ? undefined : judge.unanchored(tree))
  )
}

const isLoop = (node: Node): boolean => node.kind === 'repeat' && node.max >= many && node.max !== node.min

function childrenOf(node: Node): readonly Node[] {
  if (node.kind === 'sequence') return node.parts
  if (node.kind === 'choice') return node.options
  if (node.kind === 'repeat') return [node.body]
  return node.kind === 'assertion' && node.body !== undefined ? [node.body] : []
}

function hasLoopInLoop(node: Node, inside: boolean): boolean {
  if (inside && isLoop(node)) return true
  return childrenOf(node).some((child) => hasLoopInLoop(child, inside || isLoop(node)))
}

function isNullable(node: Node): boolean {
  if (node.kind === 'set') return false
  if (node.kind === 'assertion') return true
  if (node.kind === 'repeat') return node.min === 0 || isNullable(node.body)
  return node.kind === 'sequence' ? node.parts.every(isNullable) : node.options.some(isNullable)
}

class Judge {
  private readonly flags: string
  private readonly known = new Map<string, Characters>()

  constructor(flags: string) {
    this.flags = flags.replace(/[gyd]/g, '')
  }

  /** Two loops that can share the characters between them: the engine tries every place to part them. */
  neighbours(node: Node): string | undefined {
    if (node.kind === 'sequence') {
      let active: Characters[] = []
      for (const part of node.parts) {
        for (const loop of this.leading(part)) {
          if (active.some((other) => overlap(other, loop))) return 'two loops can share the same characters'
        }
        active = [...this.trailing(part), ...active.filter((loop) => this.canPass(loop, part))]
      }
    }
    for (const child of childrenOf(node)) {
      const fault = this.neighbours(child)
      if (fault !== undefined) return fault
    }
    return undefined
  }

  /** A search tries every start; a loop that begins the pattern then runs anew from each of them. */
  unanchored(node: Node): string | undefined {
    if (node.kind === 'choice') return node.options.map((option) => this.unanchored(option)).find(Boolean)
    const parts = node.kind === 'sequence' ? node.parts : [node]
    for (const [i, part] of parts.entries()) {
      if (part.kind === 'assertion' && part.source === '^') return undefined
      const canFail = parts.slice(i + 1).some((next) => !isNullable(next) || next.kind === 'assertion')
      if (this.leading(part).length > 0 && canFail) return 'it searches, and begins with a loop: anchor it'
      if (!isNullable(part)) return undefined
    }
    return undefined
  }

  /** The loops that can run before anything else has been taken. */
  private leading(node: Node): Characters[] {
    if (node.kind === 'set' || node.kind === 'assertion') return []
    if (node.kind === 'choice') return node.options.flatMap((option) => this.leading(option))
    if (node.kind === 'repeat') return isLoop(node) ? [this.charactersOf(node.body)] : this.leading(node.body)
    const loops: Characters[] = []
    for (const part of node.parts) {
      loops.push(...this.leading(part))
      if (!isNullable(part)) break
    }
    return loops
  }

  /** The loops that can still be running at the end. */
  private trailing(node: Node): Characters[] {
    if (node.kind === 'set' || node.kind === 'assertion') return []
    if (node.kind === 'choice') return node.options.flatMap((option) => this.trailing(option))
    if (node.kind === 'repeat')
      return isLoop(node) ? [this.charactersOf(node.body)] : this.trailing(node.body)
    let loops: Characters[] = []
    for (const part of node.parts) {
      loops = [...this.trailing(part), ...loops.filter((loop) => this.canPass(loop, part))]
    }
    return loops
  }

  /** Whether a loop could also take what stands after it, as `.*` takes a comma. */
  private canPass(loop: Characters, node: Node): boolean {
    if (node.kind === 'assertion') return true
    if (node.kind === 'set') return overlap(loop, this.setOf(node.source))
    if (node.kind === 'repeat') return node.min === 0 || this.canPass(loop, node.body)
    if (node.kind === 'choice') return node.options.some((option) => this.canPass(loop, option))
    return node.parts.every((part) => this.canPass(loop, part))
  }

  private charactersOf(node: Node): Characters {
    if (node.kind === 'set') return this.setOf(node.source)
    return new Set(childrenOf(node).flatMap((child) => [...this.charactersOf(child)]))
  }

  // The engine itself says what a set holds, so that \w, \p{…} and case folding need no second spelling here.
  private setOf(source: string): Characters {
    let characters = this.known.get(source)
    if (characters === undefined) {
      const test = new RegExp(`^${source}$`, this.flags.replace('m', ''))
      characters = new Set(samples.filter((code) => test.test(String.fromCodePoint(code))))
      this.known.set(source, characters)
    }
    return characters
  }
}

// Every character up to the general punctuation, and a thinning row of those beyond.
const samples: readonly number[] = [
  ...Array.from({ length: 0x2100 }, (_, i) => i),
  ...Array.from({ length: 0xdf }, (_, i) => 0x2100 + i * 0x100 + (i % 0x100)).filter(
    (c) => c < 0xd800 || c > 0xdfff,
  ),
  0xd800,
  0xdfff,
  0xfeff,
  0xfffd,
  0xffff,
  0x10000,
  0x1d7d8,
  0x1f600,
  0x20000,
  0x10ffff,
]

const overlap = (a: Characters, b: Characters): boolean => {
  for (const code of a) if (b.has(code)) return true
  return false
}
