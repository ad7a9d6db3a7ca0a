import { sep } from 'node:path'
import type { ESTree, Plugin } from 'vite'

type Cut = { start: number; end: number; text: string }

// What only the server checks, keeps or tells. The browser needs an endpoint's method, path and rights; its types are gone by then.
const readByServer = [
  ...['params', 'query', 'body', 'response'],
  ...['summary', 'audited', 'asksOnly', 'renews', 'savedAs', 'budget', 'analysisWith'],
]
const partOfServer = new RegExp(`\\w+Api\\.\\w+\\.(${readByServer.join('|')})\\b`)

/**
 * Leaves out of the browser's build what only the server reads of the contract. Making the schemas and the library behind them took 14 KB gzip and,
 * on a processor four times slower, 120 ms before the first screen; the rest 5 KB. A schema that a form uses stays.
 */
export function lightContract(): Plugin {
  return {
    name: 'light-contract',
    apply: 'build',
    transform(code, id) {
      const schema = id.includes(`${sep}web${sep}src${sep}`) ? partOfServer.exec(code) : null
      if (schema !== null) this.error(`${schema[0]} is left out of the browser's build: export the schema itself from the contract`)
      if (!id.includes(`${sep}contract${sep}src${sep}`) || id.endsWith('.json')) return null
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
  const { properties } = description
  return properties.flatMap((part, at) =>
    part.type === 'Property' && part.key.type === 'Identifier' && readByServer.includes(part.key.name)
      ? // With the comma behind it.
        [{ start: part.start, end: properties[at + 1]?.start ?? part.end, text: '' }]
      : [],
  )
}
