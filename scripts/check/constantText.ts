import ts from 'typescript'

/** The text that an expression always has: literals, joined, also by the name of a `const` of the same file. */
export function constantText(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isParenthesizedExpression(node)) return constantText(node.expression)
  if (ts.isIdentifier(node)) return declaredText(node)
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    return join([constantText(node.left), constantText(node.right)])
  }
  if (ts.isTemplateExpression(node)) {
    return join([
      node.head.text,
      ...node.templateSpans.flatMap((span) => [constantText(span.expression), span.literal.text]),
    ])
  }
  return undefined
}

const join = (parts: readonly (string | undefined)[]): string | undefined =>
  parts.includes(undefined) ? undefined : parts.join('')

// Only what stands at the top of the file: a parameter or an inner name could shadow it.
function declaredText(name: ts.Identifier): string | undefined {
  const lists = name.getSourceFile().statements.filter(ts.isVariableStatement)
  const constants = lists.filter(({ declarationList }) => declarationList.flags & ts.NodeFlags.Const)
  const found = constants
    .flatMap(({ declarationList }) => [...declarationList.declarations])
    .find((declaration) => ts.isIdentifier(declaration.name) && declaration.name.text === name.text)
  const isBefore = found !== undefined && found.end < name.getStart()
  return isBefore && found.initializer !== undefined ? constantText(found.initializer) : undefined
}
