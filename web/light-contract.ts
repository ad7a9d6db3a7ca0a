import { sep } from 'node:path'
import type { ESTree, Plugin } from 'vite'

type Cut = { start: number; end: number; text: string }

// What only the server checks. The browser needs an endpoint's method and path; its types are gone by then.
const checkedByServer = new Set(['params', 'query', 'body', 'response'])

/**
 * Leaves the schemas of the contract out of the browser's build where nothing reads them: making them and the library behind them
 * took 14 KB gzip and, on a processor four times slower, 120 ms before the first screen. A schema that a form uses stays.
 */
export function lightContract(): Plugin {
  return {
    name: 'light-contract',
    apply: 'build',
    transform(code, id) {
      const schema = id.includes(`${sep}web${sep}src${sep}`) ? /\w+Api\.\w+\.(params|query|body|response)\b/.exec(code) : null
      if (schema !== null) this.error(`${schema[0]} is left out of the browser's build: export the schema itself from the contract`)
      if (!id.includes(`${sep}contract${sep}src${sep}`)) return null
      const cuts = this.parse(code).body.flatMap((statement) => cutsOf(statement, code))
      const light = cuts.toSorted((one, other) => other.start - one.start).reduce(cut, code)
      return { code: light, map: null }
    },
  }
}

function cut(code: string, { start, end, text }: Cut): string {
  return code.slice(0, start) + text + code.slice(end)
}

function cutsOf(statement: ESTree.Program['body'][number], code: string): Cut[] {
  const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
  if (declaration?.type !== 'VariableDeclaration') return []
  return declaration.declarations.flatMap(({ init }) => {
    if (!init || !/\b(z\.|endpoint\(|pageOf\()/.test(code.slice(init.start, init.end))) return []
    const parts =
      init.type === 'ObjectExpression' ? init.properties.flatMap((property) => ('value' in property ? partsOf(property.value) : [])) : []
    if (parts.length > 0) return parts
    // Not endpoints but a schema: made only where it is wanted.
    return [
      { start: init.start, end: init.start, text: '/*@__PURE__*/ (() => (' },
      { start: init.end, end: init.end, text: '))()' },
    ]
  })
}

function partsOf(value: ESTree.Node): Cut[] {
  if (value.type !== 'CallExpression' || value.callee.type !== 'Identifier' || value.callee.name !== 'endpoint') return []
  const [description] = value.arguments
  if (description?.type !== 'ObjectExpression') return []
  return description.properties.flatMap((part) =>
    part.type === 'Property' && part.key.type === 'Identifier' && checkedByServer.has(part.key.name)
      ? [{ start: part.value.start, end: part.value.end, text: 'undefined' }]
      : [],
  )
}
