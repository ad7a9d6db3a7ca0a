import ts from 'typescript'

/** A text of SQL in a TypeScript file: the line on which it begins, and its lines as they stand in the file, to the column where SQL ends. */
export type SqlText = { line: number; text: string; lines: { line: number; columns: number }[] }

const beginning =
  /^\s*(\(?select\b|insert into\b|update\s|delete from\b|with\s+\w+\s+as\b|copy\s|create\s|alter\s|drop\s|grant\s|revoke\s|truncate\s)/i

/** All SQL of a file: templates tagged `sql`, and strings that begin as a statement does. */
export function readSql(file: string, source: string): SqlText[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, false, file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS)
  const found: SqlText[] = []
  const visit = (node: ts.Node) => {
    if (ts.isTaggedTemplateExpression(node) && tagOf(node) === 'sql') found.push(textOf(tree, node.template))
    else if (isText(node) && beginning.test(contentOf(tree, node)) && /\s/.test(contentOf(tree, node).trim()))
      found.push(textOf(tree, node))
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return found
}

function tagOf({ tag }: ts.TaggedTemplateExpression): string {
  return ts.isIdentifier(tag) ? tag.text : ''
}

function isText(node: ts.Node): node is ts.StringLiteral | ts.TemplateLiteral {
  return ts.isStringLiteral(node) || ts.isTemplateExpression(node) || ts.isNoSubstitutionTemplateLiteral(node)
}

function contentOf(tree: ts.SourceFile, node: ts.Node): string {
  return tree.text.slice(node.getStart(tree) + 1, node.end - 1)
}

function textOf(tree: ts.SourceFile, node: ts.Node): SqlText {
  const start = node.getStart(tree)
  const first = tree.getLineAndCharacterOfPosition(start).line
  const last = tree.getLineAndCharacterOfPosition(node.end)
  const starts = tree.getLineStarts()
  const lines = Array.from({ length: last.line - first + 1 }, (_, index) => {
    const line = first + index
    const end = line === last.line ? last.character : (starts[line + 1] ?? tree.text.length) - (starts[line] ?? 0) - 1
    const from = index === 0 ? tree.getLineAndCharacterOfPosition(start).character + 1 : 0
    const isBlank = tree.text.slice((starts[line] ?? 0) + from, (starts[line] ?? 0) + end).trim() === ''
    return { line: line + 1, columns: isBlank ? 0 : end }
  })
  return { line: first + 1, text: contentOf(tree, node), lines }
}
