import ts from 'typescript'
import { lineAt, type SourceFile } from './files.ts'

/** One import: what it names, or undefined where that is only known at run time. */
export type Import = {
  readonly target: string | undefined
  readonly line: number
  readonly typeOnly: boolean
}

/** Every import of a file: static, dynamic, re-exported, required, or inside a type. */
export function importsOf(file: SourceFile): Import[] {
  return file.path.endsWith('.sol') ? solidityImports(file) : typescriptImports(file)
}

export const isTypeScript = (path: string): boolean => /\.(m?ts|mjs|js)$/.test(path)

function typescriptImports({ path, text }: SourceFile): Import[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const imports: Import[] = []
  const add = (node: ts.Node, specifier: ts.Node | undefined, typeOnly = false) => {
    const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1
    imports.push({ target: literal(specifier), line, typeOnly })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) add(node, node.moduleSpecifier, onlyTypes(node.importClause))
    else if (ts.isExportDeclaration(node) && node.moduleSpecifier)
      add(node, node.moduleSpecifier, node.isTypeOnly)
    else if (ts.isExternalModuleReference(node)) add(node, node.expression)
    else if (ts.isImportTypeNode(node)) {
      add(node, ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined, true)
    } else if (ts.isCallExpression(node) && isImportCall(node)) add(node, node.arguments[0])
    ts.forEachChild(node, visit)
  }
  visit(source)
  return imports
}

const isImportCall = ({ expression }: ts.CallExpression): boolean =>
  expression.kind === ts.SyntaxKind.ImportKeyword ||
  (ts.isIdentifier(expression) && expression.text === 'require')

function onlyTypes(clause: ts.ImportClause | undefined): boolean {
  if (clause === undefined) return false
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true
  const bindings = clause.namedBindings
  if (clause.name !== undefined || bindings === undefined || !ts.isNamedImports(bindings)) return false
  return bindings.elements.length > 0 && bindings.elements.every((element) => element.isTypeOnly)
}

/** The text of a specifier; of a template, the part that stands fixed, as it decides the folder. */
function literal(node: ts.Node | undefined): string | undefined {
  if (node === undefined) return undefined
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isTemplateExpression(node) && node.head.text.includes('/')) return node.head.text
  return undefined
}

function solidityImports({ text }: SourceFile): Import[] {
  // Comments become blanks of the same length, so that lines keep their numbers.
  const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, (comment) => comment.replace(/[^\n]/g, ' '))
  const imports: Import[] = []
  for (const match of code.matchAll(/^\s*import\b[^;"']*["']([^"']+)["']/gm)) {
    imports.push({ target: match[1], line: lineAt(code, match.index + match[0].length), typeOnly: false })
  }
  return imports
}
