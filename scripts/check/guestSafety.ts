import ts from 'typescript'
import { backtracking } from './backtracking.ts'
import { constantText } from './constantText.ts'
import { folderOf, type SourceFile, type Violation } from './files.ts'
import { isTypeScript } from './imports.ts'

const absent =
  'URL URLSearchParams Intl WeakRef FinalizationRegistry structuredClone fetch crypto process Buffer'
const timers = 'setTimeout setInterval setImmediate clearTimeout clearInterval clearImmediate performance'
const hostly = 'WebAssembly Atomics atob btoa XMLHttpRequest WebSocket AbortController Blob require'
/** What the CRE guest lacks, or where it answers otherwise on every node. */
const everywhere = new Set(`${absent} ${timers} ${hostly} Date`.split(' '))
/** What the pure rooms do without besides. */
const inProtocol = new Set('Promise TextEncoder TextDecoder console eval Function'.split(' '))
/** zod's checks that use URL, or expressions too heavy for an interpreter. */
const heavyZod = new Set(
  'url httpUrl email iso ipv4 ipv6 mac cidrv4 cidrv6 base64 base64url jwt emoji e164 hostname datetime ip cidr'.split(
    ' ',
  ),
)

/**
 * What must not stand in code that runs in the CRE guest. A line `// guest-safe: <why>` above exempts the next line.
 */
export function guestSafety(files: readonly SourceFile[]): Violation[] {
  const isGuest = ({ path }: SourceFile) =>
    ['protocol', 'workflow'].includes(folderOf(path)) && isTypeScript(path)
  return files.filter(isGuest).flatMap(findings)
}

function findings({ path, text }: SourceFile): Violation[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const isProtocol = folderOf(path) === 'protocol'
  const lines = text.split('\n')
  const found: Violation[] = []
  const complain = (node: ts.Node, message: string) => {
    const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1
    if (!/\/\/ guest-safe: \S/.test(lines[line - 2] ?? '')) found.push({ path, line, rule: 'guest', message })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) identifier(node)
    else if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/')
      expression(node, node.text.slice(1, end), node.text.slice(end + 1))
    } else if (ts.isPropertyAccessExpression(node)) property(node)
    else if (isProtocol && ts.isAwaitExpression(node)) complain(node, 'protocol/ is synchronous: await')
    else if (isProtocol && node.kind === ts.SyntaxKind.AsyncKeyword)
      complain(node, 'protocol/ is synchronous: async')
    if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && isNamed(node.expression, 'RegExp'))
      built(node)
    ts.forEachChild(node, visit)
  }

  function identifier(node: ts.Identifier): void {
    const isBanned = everywhere.has(node.text) || (isProtocol && inProtocol.has(node.text))
    if (isBanned && isFree(node)) complain(node, `the guest has no ${node.text} that may be used`)
  }

  function property(node: ts.PropertyAccessExpression): void {
    const name = node.name.text
    if (name === 'localeCompare' || name.startsWith('toLocale'))
      complain(node.name, `${name} depends on a locale`)
    if (isProtocol && name === 'random' && isNamed(node.expression, 'Math'))
      complain(node, 'protocol/ is pure: random')
    if (isNamed(node.expression, 'globalThis') && everywhere.has(name))
      complain(node, `the guest has no ${name}`)
    if (heavyZod.has(name) && isNamed(rootOf(node), 'z'))
      complain(node.name, `z.${name} differs or hangs in the guest`)
  }

  function built(node: ts.NewExpression | ts.CallExpression): void {
    const [pattern, flags] = (node.arguments ?? []).map(constantText)
    if (pattern === undefined) complain(node, 'an expression built at run time cannot be checked')
    else expression(node, pattern, flags ?? '')
  }

  function expression(node: ts.Node, pattern: string, flags: string): void {
    if (flags.includes('v')) complain(node, 'the guest does not know the flag v')
    else if (/\(\?<[=!]/.test(pattern)) complain(node, 'it looks behind')
    else {
      const why = backtracking(pattern, flags)
      if (why !== undefined) complain(node, `may backtrack: ${why}`)
    }
  }

  visit(source)
  return found
}

const isNamed = (node: ts.Node, name: string): boolean => ts.isIdentifier(node) && node.text === name

/** The left end of a chain such as z.string().min(1). */
function rootOf(node: ts.Expression): ts.Expression {
  if (ts.isPropertyAccessExpression(node) || ts.isCallExpression(node)) return rootOf(node.expression)
  return node
}

/** Whether an identifier refers to something, and is not merely the name of a member, key or declaration. */
function isFree(node: ts.Identifier): boolean {
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent) && parent.name === node) return false
  if (ts.isQualifiedName(parent) && parent.right === node) return false
  const isShorthand = ts.isShorthandPropertyAssignment(parent)
  const named = parent as ts.Node & { name?: ts.Node; propertyName?: ts.Node }
  return isShorthand || (named.name !== node && named.propertyName !== node)
}
