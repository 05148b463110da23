import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { diffRules } from '../../adapters/rules/index.ts'

/** An edit of an invented rule, with what a careful person makes of it. */
export type MadeEdit = {
  readonly question: string
  readonly before: string
  readonly after: string
  readonly change: 'cosmetic' | 'semantic'
}
type Written = { readonly question: string; readonly rules: string } & Readonly<
  Record<MadeEdit['change'], readonly (readonly [from: string, to: string])[]>
>

/** made_a was used while the reader was written, made_b was kept back. */
export function madeEdits(name: 'made_a' | 'made_b'): MadeEdit[] {
  const path = new URL(`../../test/fixtures/ruleEdits/${name}.yaml`, import.meta.url)
  const rules: readonly Written[] = parse(readFileSync(path, 'utf8'))
  return rules.flatMap((rule) =>
    (['cosmetic', 'semantic'] as const).flatMap((change) =>
      rule[change].map(([from, to]) => toEdit(rule, change, from, to)),
    ),
  )
}

const lineBreaks = (text: string): string => text.replaceAll('\\n', '\n')

function toEdit(
  { question, rules }: Written,
  change: MadeEdit['change'],
  from: string,
  to: string,
): MadeEdit {
  const [start, end, ...more] = rules.split(lineBreaks(from))
  if (start === undefined || end === undefined || more.length > 0)
    throw new Error(`"${from}" does not stand once in the rule of ${question}`)
  return { question, change, before: rules, after: `${start}${lineBreaks(to)}${end}` }
}

export type Made = {
  readonly right: number
  readonly of: number
  /** What decides and was held to be cosmetic: the question and the words that changed. */
  readonly falselyCosmetic: readonly string[]
}

export function measureMade(edits: readonly MadeEdit[]): Made {
  const read = edits.map((edit) => ({
    ...edit,
    found: diffRules(edit.before, edit.after, { question: edit.question }),
  }))
  const wrong = read.filter(({ change, found }) => found.change !== change)
  return {
    right: read.length - wrong.length,
    of: read.length,
    falselyCosmetic: wrong
      .filter(({ change }) => change === 'semantic')
      .map(({ question, found: { hunks } }) => `${question}: ${JSON.stringify(hunks)}`),
  }
}
