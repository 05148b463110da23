import { deepStrictEqual } from 'node:assert'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { inspect } from 'node:util'
import ts from 'typescript'

/**
 * The `@example` blocks of source files, and how they run.
 *
 * An example is a few lines of TypeScript. All exports of the protocol's doors are in scope, and for the SDK's examples
 * its own too, so that a short example needs no import; one that has imports may name a package of ours or of a
 * dependency. An expression with a comment behind it is an assertion:
 * - `expression // value`: the value is an expression too, compared deeply, or else what `util.inspect` prints;
 * - `expression // throws Name` or `// throws Name: text`: the error's name, and a part of its message.
 */
export type Example = { readonly file: string; readonly name: string; readonly code: string }

const root = new URL('../../', import.meta.url)

const sdk = '@cresolver/worker'

/** Package names of the doors, as an example imports them. */
const doors: Readonly<Record<string, string>> = {
  '@cresolver/protocol': 'protocol/index.ts',
  '@cresolver/protocol/core': 'protocol/core.ts',
  '@cresolver/protocol/source': 'protocol/source/index.ts',
  [sdk]: 'workers/sdk/index.ts',
}

/** The examples of all files that match. */
export function examplesIn(patterns: readonly string[]): Example[] {
  const files = globSync(patterns, { cwd: fileURLToPath(root) }).sort()
  return files.flatMap((file) => examplesOf(file, readFileSync(new URL(file, root), 'utf8')))
}

/** The examples of one file's text. */
export function examplesOf(file: string, text: string): Example[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const examples: Example[] = []
  const visit = (node: ts.Node): void => {
    for (const part of ts.getJSDocCommentsAndTags(node))
      if (ts.isJSDoc(part) && part.parent === node)
        for (const tag of part.tags ?? [])
          if (tag.tagName.text === 'example')
            examples.push({ file, name: nameOf(node), code: codeOf(tag, text) })
    ts.forEachChild(node, visit)
  }
  visit(source)
  return examples
}

function nameOf(node: ts.Node): string {
  const named = ts.isVariableStatement(node) ? node.declarationList.declarations[0] : node
  return (named as { name?: ts.Node } | undefined)?.name?.getText() ?? 'export'
}

/** The lines of a tag as they were written, without the comment's margin and without a code fence. */
function codeOf(tag: ts.JSDocTag, text: string): string {
  return text
    .slice(tag.tagName.end, tag.end)
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, ''))
    .filter((line) => !line.startsWith('```'))
    .join('\n')
    .trim()
}

/** Runs an example; throws what it throws, and where a value is not the one that is written behind it. */
export async function runExample({ file, code }: Pick<Example, 'file' | 'code'>): Promise<void> {
  const { body, assertions } = compile(code)
  if (assertions === 0) throw new Error('The example asserts nothing: write `expression // value`.')
  const open = Object.keys(doors).filter((door) => door !== sdk || file.startsWith('workers/'))
  const scope = Object.assign({}, ...(await Promise.all(open.map(load)))) as object
  const names = Object.keys(scope).filter((name) => name !== 'default')
  // In a block of its own, so that an example may declare or import a name that is in scope anyway.
  const run = new AsyncFunction('$load', '$check', ...names, `'use strict';{\n${body}\n}`)
  await run(load, check, ...names.map((name) => scope[name as keyof typeof scope]))
}

const AsyncFunction = (async () => {}).constructor as new (
  ...parts: string[]
) => (...values: unknown[]) => Promise<void>

async function load(specifier: string): Promise<object> {
  const path = doors[specifier]
  if (path === undefined) return import(specifier)
  const isThere = globSync(path, { cwd: fileURLToPath(root) }).length > 0
  return isThere ? import(new URL(path, root).href) : {}
}

/** Imports become constants and assertions become calls, so that the example is the body of a function. */
function compile(code: string): { body: string; assertions: number } {
  const source = ts.createSourceFile('example.ts', code, ts.ScriptTarget.Latest, true)
  let assertions = 0
  const statements = source.statements.map((statement) => {
    if (ts.isImportDeclaration(statement)) return constantsOf(statement)
    const expected = ts.isExpressionStatement(statement) ? commentBehind(statement, code) : null
    if (expected === null) return statement.getFullText()
    assertions++
    const value = `async () => (${(statement as ts.ExpressionStatement).expression.getText()})`
    const wanted = isExpression(expected) ? `() => (${expected})` : 'null'
    return `await $check(${JSON.stringify(expected)}, ${value}, ${wanted})`
  })
  return { body: ts.transpile(statements.join(';\n'), { target: ts.ScriptTarget.ES2023 }), assertions }
}

/** What a comment says on the line where the statement ends. */
function commentBehind(statement: ts.Statement, code: string): string | null {
  const [comment] = ts.getTrailingCommentRanges(code, statement.end) ?? []
  return comment?.kind === ts.SyntaxKind.SingleLineCommentTrivia
    ? code.slice(comment.pos + 2, comment.end).trim()
    : null
}

function constantsOf({ importClause, moduleSpecifier }: ts.ImportDeclaration): string {
  const bindings = importClause?.namedBindings
  const from = `await $load(${moduleSpecifier.getText()})`
  if (bindings === undefined || importClause?.name !== undefined)
    throw new Error('An example imports with `import { … } from` or `import * as … from`.')
  if (ts.isNamespaceImport(bindings)) return `const ${bindings.name.text} = ${from}`
  const values = importClause?.isTypeOnly ? [] : bindings.elements.filter(({ isTypeOnly }) => !isTypeOnly)
  const names = values.map(({ name, propertyName }) =>
    propertyName === undefined ? name.text : `${propertyName.getText()}: ${name.text}`,
  )
  return `const { ${names.join(', ')} } = ${from}`
}

function isExpression(text: string): boolean {
  const { diagnostics = [] } = ts.transpileModule(`(${text}\n)`, { reportDiagnostics: true })
  return diagnostics.length === 0
}

type Work = () => unknown

async function check(written: string, work: Work, wanted: Work | null): Promise<void> {
  const failure = /^throws ([\w.]+)(?:: (.*))?$/.exec(written)
  if (failure !== null) return checkThrows(work, failure[1]!, failure[2] ?? '')
  const actual = await work()
  if (wanted === null) deepStrictEqual(inspect(actual, { breakLength: Number.POSITIVE_INFINITY }), written)
  else deepStrictEqual(actual, await wanted())
}

async function checkThrows(work: Work, name: string, part: string): Promise<void> {
  let error: unknown
  try {
    await work()
  } catch (thrown) {
    error = thrown
  }
  const { name: actual, message } = (error ?? { name: 'nothing', message: '' }) as Error
  if (actual !== name || !message.includes(part))
    throw new Error(`Expected it to throw ${name}: ${part}; it threw ${actual}: ${message}`)
}
