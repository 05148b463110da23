import * as Html from '../../source/Html.ts'
import type { Element } from './Recipe.ts'

const piece =
  /^(?:[a-zA-Z][a-zA-Z0-9-]{0,63}|\*)?(?:[.#][\w-]{1,128}|\[[\w-]{1,64}(?:="[^"\\\s>]{0,128}")?\]|:(?:first-child|last-child|nth-child\([1-9][0-9]{0,3}\)))*$/

/** A selector that is matched in one walk up the page: blanks between its parts each multiply the work by the page's depth. */
export function isSelector(text: string): boolean {
  const steps = text.trim().split(/\s*>\s*/)
  const pieces = steps.flatMap((step) => step.split(/\s+/))
  const isOneWalk = pieces.length - steps.length <= 1
  return isOneWalk && pieces.every((one) => one !== '' && piece.test(one))
}

/** The text of all that a selector finds, or its attribute; an element without it is not found. */
export function findByCss(html: string, recipe: Element): string[] {
  const { selector, attribute } =
    typeof recipe === 'string' ? { selector: recipe, attribute: undefined } : recipe
  const elements = Html.parse(html).querySelectorAll(selector)
  if (attribute === undefined) return elements.map((one) => one.structuredText.replace(/\s+/g, ' '))
  return elements.flatMap((one) => one.getAttribute(attribute) ?? [])
}
