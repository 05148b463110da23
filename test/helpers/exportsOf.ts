import { existsSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

/** A name that a package gives away, such as `Question.parse`, and the text of the comment above it. */
export type Export = { readonly name: string; readonly file: string; readonly comment: string }

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Every export that can be reached from a door, those inside its namespaces included. */
export function exportsOf(door: string, base: string = root): Export[] {
  const path = resolve(base, door)
  const program = ts.createProgram([path], options, hostOf())
  const checker = program.getTypeChecker()
  const found: Export[] = []
  const visit = (module: ts.Symbol, prefix: string): void => {
    for (const one of checker.getExportsOfModule(module)) {
      const target = one.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(one) : one
      const [declaration] = target.declarations ?? []
      // The compiler gives every class a `prototype`, which is not written anywhere.
      if (declaration === undefined) continue
      const name = `${prefix}${one.name}`
      const isFile = ts.isSourceFile(declaration)
      // The comment of a whole file's namespace stands above `export * as`.
      const comment = isFile ? commentAbove(one.declarations?.[0]?.parent) : commentOf(target, checker)
      found.push({ name, file: relative(base, declaration.getSourceFile().fileName), comment })
      if (target.flags & ts.SymbolFlags.Module) visit(target, `${name}.`)
    }
  }
  visit(checker.getSymbolAtLocation(program.getSourceFile(path)!)!, '')
  return found
}

const options: ts.CompilerOptions = {
  noLib: true,
  types: [],
  noEmit: true,
  allowImportingTsExtensions: true,
  module: ts.ModuleKind.Preserve,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  target: ts.ScriptTarget.ES2023,
}

/** Follows relative imports only: the types of libraries are not needed, and take seconds to read. */
function hostOf(): ts.CompilerHost {
  const host = ts.createCompilerHost(options)
  host.resolveModuleNameLiterals = (literals, from) =>
    literals.map(({ text }) => {
      const resolvedFileName = resolve(dirname(from), text)
      const isOurs = text.startsWith('.') && text.endsWith('.ts') && existsSync(resolvedFileName)
      return { resolvedModule: isOurs ? { resolvedFileName, extension: ts.Extension.Ts } : undefined }
    })
  return host
}

const commentOf = (symbol: ts.Symbol, checker: ts.TypeChecker): string =>
  ts.displayPartsToString(symbol.getDocumentationComment(checker))

function commentAbove(node: ts.Node | undefined): string {
  const comments = node === undefined ? [] : ts.getJSDocCommentsAndTags(node)
  return ts.getTextOfJSDocComment(comments.findLast(ts.isJSDoc)?.comment) ?? ''
}
