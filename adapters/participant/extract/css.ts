import { HTMLElement } from 'node-html-parser'
import * as Html from '../../../services/fetch/Html.ts'
import type { Element } from './Recipe.ts'

/** One part of a selector, and how it follows the one before it. */
type Piece = {
  readonly tag: string | null
  readonly tests: readonly Test[]
  readonly isChild: boolean
}

type Place = { readonly element: HTMLElement; readonly index: number; readonly count: number }
type Test = (place: Place) => boolean

const form =
  /^([a-zA-Z][a-zA-Z0-9-]{0,63}|\*)?((?:[.#][\w-]{1,128}|\[[\w-]{1,64}(?:="[^"\\\s>]{0,128}")?\]|:(?:first-child|last-child|nth-child\([1-9][0-9]{0,5}\)))*)$/
const test = /([.#])([\w-]+)|\[([\w-]+)(?:="([^"]*)")?\]|:(first-child|last-child)|:nth-child\(([0-9]+)\)/g

export const isSelector = (text: string): boolean => parse(text) !== null

/**
 * The text of what a selector finds, or its attribute; an element without it is not found. The page is walked once, whatever the
 * selector: libraries go back up the page, or along all siblings, for each element, which a page can be made to make them pay for.
 */
export function findByCss(html: string, recipe: Element): string[] {
  const { selector, attribute } =
    typeof recipe === 'string' ? { selector: recipe, attribute: undefined } : recipe
  const elements = select(Html.parse(html), parse(selector) ?? [])
  if (attribute !== undefined) return elements.flatMap((one) => one.getAttribute(attribute) ?? [])
  // Of several only the number matters, and elements inside each other would repeat their text.
  if (elements.length > 1) return elements.map(() => '')
  return elements.map((one) => one.structuredText.replace(/\s+/g, ' '))
}

function parse(text: string): Piece[] | null {
  const words = text
    .trim()
    .replace(/\s*>\s*/g, ' > ')
    .split(/\s+/)
  const pieces: Piece[] = []
  let isChild = false
  for (const [i, word] of words.entries()) {
    if (word === '>') {
      if (i === 0 || isChild || i === words.length - 1) return null
      isChild = true
      continue
    }
    const match = form.exec(word)
    if (match === null || word === '') return null
    const [, tag, rest] = match
    pieces.push({
      tag: tag === undefined || tag === '*' ? null : tag.toUpperCase(),
      tests: [...rest!.matchAll(test)].map(toTest),
      isChild,
    })
    isChild = false
  }
  return pieces
}

function toTest([, mark, name, attribute, value, edge, nth]: RegExpExecArray): Test {
  if (mark === '#') return ({ element }) => element.id === name
  if (mark === '.') return ({ element }) => element.classNames.split(/\s+/).includes(name!)
  if (edge === 'first-child') return ({ index }) => index === 0
  if (edge === 'last-child') return ({ index, count }) => index === count - 1
  if (nth !== undefined) return ({ index }) => index === Number(nth) - 1
  return ({ element }) => {
    const found = element.getAttribute(attribute!)
    return found !== undefined && (value === undefined || found === value)
  }
}

/** How far the selector is matched at an element's parent, and at any element above it. */
type State = { readonly parent: readonly boolean[]; readonly above: readonly boolean[] }

function select(root: HTMLElement, pieces: readonly Piece[]): HTMLElement[] {
  const found: HTMLElement[] = []
  const none = pieces.map(() => false)
  const visit = (parent: HTMLElement, state: State): void => {
    const children = parent.childNodes.filter((node) => node instanceof HTMLElement)
    for (const [index, element] of children.entries()) {
      const own = pieces.map((piece, i) => {
        const follows = i === 0 || (piece.isChild ? state.parent : state.above)[i - 1]!
        return follows && isMatched(piece, { element, index, count: children.length })
      })
      if (own.at(-1) === true) found.push(element)
      visit(element, { parent: own, above: state.above.map((known, i) => known || own[i]!) })
    }
  }
  visit(root, { parent: none, above: none })
  return found
}

const isMatched = ({ tag, tests }: Piece, place: Place): boolean =>
  (tag === null || place.element.tagName === tag) && tests.every((holds) => holds(place))
