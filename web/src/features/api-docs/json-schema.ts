/** What of a JSON schema the page looks at. */
export type Schema = {
  type?: string
  enum?: readonly (string | number)[]
  const?: unknown
  format?: string
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  items?: Schema
  anyOf?: readonly Schema[]
  oneOf?: readonly Schema[]
  allOf?: readonly Schema[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  default?: unknown
}

export type Field = { path: string; type: string; isRequired: boolean; limits: string; depth: number }

// A rule of a filter holds rules: further down nothing new is said.
const depthMax = 6

/** The fields of a shape, each below the one that it is part of; a list and the parts of a choice are looked into. */
export function fieldsOf(schema: Schema, path = '', depth = 0): Field[] {
  if (depth > depthMax) return []
  const variants = variantsOf(schema)
  if (variants.length > 0) return unique(variants.flatMap((one) => fieldsOf(one, path, depth)))
  if (schema.type === 'array' && schema.items) return fieldsOf(schema.items, `${path}[]`, depth)
  return Object.entries(schema.properties ?? {}).flatMap(([name, part]) => {
    const its = path === '' || path === '[]' ? `${path}${path === '' ? '' : '.'}${name}` : `${path}.${name}`
    const isRequired = schema.required?.includes(name) ?? false
    return [{ path: its, type: typeOf(part), isRequired, limits: limitsOf(part), depth }, ...fieldsOf(part, its, depth + 1)]
  })
}

/** What a value is, in the words of JSON: `integer`, `string[]`, `"nl" | "eng" | null`. */
export function typeOf(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const variants = variantsOf(schema)
  if (variants.length > 0) return [...new Set(variants.map(typeOf))].join(' | ')
  if (schema.type === 'array') {
    const of = schema.items ? typeOf(schema.items) : 'any'
    return of.includes('|') ? `(${of})[]` : `${of}[]`
  }
  return schema.format === undefined ? (schema.type ?? 'any') : `${schema.type ?? 'string'} (${schema.format})`
}

/** How long or how large a value may be; empty where it may be anything. */
function limitsOf({ minimum, maximum, minLength, maxLength, minItems, maxItems, default: usual }: Schema): string {
  const range = (from: number | undefined, to: number | undefined) => {
    const [low, high] = [from, to].map((value) => (value === undefined || Math.abs(value) >= Number.MAX_SAFE_INTEGER ? '' : String(value)))
    return low === '' && high === '' ? '' : `${low}–${high}`
  }
  const bounds = range(minimum, maximum) || range(minLength, maxLength) || range(minItems, maxItems)
  return [bounds, usual === undefined ? '' : `= ${JSON.stringify(usual)}`].filter((part) => part !== '').join(' ')
}

/** A value that fits: what must be there, and the first of each choice. */
export function exampleOf(schema: Schema, depth = 0): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.default !== undefined) return schema.default
  if (schema.enum) return schema.enum[0]
  const [first] = variantsOf(schema).filter(({ type }) => type !== 'null')
  if (first) return exampleOf(first, depth)
  switch (schema.type ?? 'string') {
    case 'object':
      return depth > depthMax
        ? {}
        : Object.fromEntries((schema.required ?? []).map((name) => [name, exampleOf(schema.properties?.[name] ?? {}, depth + 1)]))
    case 'array':
      return schema.items && (schema.minItems ?? 0) > 0 ? [exampleOf(schema.items, depth + 1)] : []
    case 'boolean':
      return true
    case 'integer':
    case 'number':
      return Math.max(1, schema.minimum ?? 1)
    case 'null':
      return null
    default:
      return examples[schema.format ?? ''] ?? '…'
  }
}

const examples: Readonly<Record<string, string>> = {
  'date-time': '2026-06-03T09:00:00Z',
  date: '2026-06-03',
  email: 'naam@example.nl',
  uri: 'https://example.nl/',
}

const variantsOf = ({ anyOf, oneOf, allOf }: Schema): readonly Schema[] => anyOf ?? oneOf ?? allOf ?? []

const unique = (fields: readonly Field[]): Field[] => [...new Map(fields.map((field) => [field.path, field])).values()]
