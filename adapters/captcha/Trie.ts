import type { Entry } from './lexicon.ts'

export type Trie = { readonly root: Node; readonly size: number }

/** A tree of spellings in which a letter that repeats is one letter: `three` is t-h-r-e. */
export type Node = {
  readonly id: number
  readonly letter: string
  readonly isVowel: boolean
  readonly children: Map<string, Node>
  /** The children once more, as a list is gone through faster. */
  readonly list: Node[]
  entry: Entry | null
  /** What the slips of the word that ends here may cost. */
  budget: number
  /** The most that those of any word from here on may cost. */
  mostBudget: number
}

/** What the slips of a word of so many letters may cost. */
type BudgetOf = (length: number, entry: Entry) => number

export function plant(lexicon: ReadonlyMap<string, Entry>, budgetOf: BudgetOf): Trie {
  let size = 0
  const makeNode = (letter: string): Node => ({
    id: size++,
    letter,
    isVowel: isVowel(letter),
    children: new Map(),
    list: [],
    entry: null,
    budget: 0,
    mostBudget: 0,
  })
  const root = makeNode('')
  for (const [spelling, entry] of lexicon) {
    const letters = squeeze(spelling)
    const budget = budgetOf(letters.length, entry)
    let node = root
    for (const letter of letters) {
      node.mostBudget = Math.max(node.mostBudget, budget)
      node = node.children.get(letter) ?? adopt(node, makeNode(letter))
    }
    node.mostBudget = Math.max(node.mostBudget, budget)
    // A number is never hidden by a word that is spelled alike once letters no longer repeat.
    if (node.entry?.role === 'number') continue
    node.entry = entry
    node.budget = budget
  }
  return { root, size }
}

function adopt(parent: Node, child: Node): Node {
  parent.children.set(child.letter, child)
  parent.list.push(child)
  return child
}

const vowels: ReadonlySet<string> = new Set('aeiouy')
export const isVowel = (letter: string): boolean => vowels.has(letter)

const squeeze = (spelling: string): string => spelling.replace(/[^a-z]/g, '').replace(/(.)\1+/g, '$1')
