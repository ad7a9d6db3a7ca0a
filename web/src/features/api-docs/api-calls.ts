import type { Schema } from './json-schema.ts'

type Content = Readonly<Record<string, { schema: Schema }>>
type Parameter = { name: string; in: 'path' | 'query'; required: boolean; schema: Schema }
type Operation = {
  operationId: string
  tags: readonly string[]
  summary: string
  security: readonly object[]
  'x-rights'?: readonly number[]
  'x-rights-also'?: readonly number[]
  parameters: readonly Parameter[]
  requestBody?: { content: Content }
  responses: Readonly<Record<string, { description?: string; content?: Content }>>
}

/** One call of the API as the page shows it, read from the description that the server makes of the contract. */
export type ApiCall = {
  name: string
  group: string
  method: string
  path: string
  summary: string
  /** `public`: without signing in; `self`: signed in, about oneself; else any one of `rights` and all of `alsoRights`. */
  access: 'public' | 'self' | 'right'
  rights: readonly number[]
  alsoRights: readonly number[]
  isForKeys: boolean
  parameters: readonly Parameter[]
  body: { type: string; schema: Schema } | null
  /** Null: nothing comes back. */
  answer: { type: string; schema: Schema } | null
  refusals: readonly { status: number; codes: readonly string[] }[]
}

export type ApiGroup = { name: string; calls: readonly ApiCall[] }

/** The calls of the description in their groups, in its order. */
export function groupsOf(description: Readonly<Record<string, unknown>>): ApiGroup[] {
  const paths = (description.paths ?? {}) as Readonly<Record<string, Readonly<Record<string, Operation>>>>
  const calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => callOf(method, path, operation)),
  )
  const groups = new Map<string, ApiCall[]>()
  for (const call of calls) groups.set(call.group, [...(groups.get(call.group) ?? []), call])
  return [...groups].map(([name, its]) => ({ name, calls: its })).toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
}

function callOf(method: string, path: string, operation: Operation): ApiCall {
  const { operationId: name, tags, summary, security, parameters, requestBody, responses } = operation
  const rights = operation['x-rights']
  return {
    ...{ name, group: tags[0] ?? name, method: method.toUpperCase(), path: `/api${path}`, summary },
    access: security.length === 0 ? 'public' : rights === undefined || rights.length === 0 ? 'self' : 'right',
    rights: rights ?? [],
    alsoRights: operation['x-rights-also'] ?? [],
    isForKeys: security.some((scheme) => 'key' in scheme),
    parameters,
    body: contentOf(requestBody?.content),
    answer: contentOf(responses[200]?.content),
    refusals: Object.entries(responses)
      .filter(([status, { description }]) => Number(status) >= 400 && description !== undefined)
      .map(([status, { description = '' }]) => ({ status: Number(status), codes: description.split(', ') })),
  }
}

function contentOf(content: Content | undefined) {
  const [found] = Object.entries(content ?? {})
  return found ? { type: found[0], schema: found[1].schema } : null
}

/** The groups with the calls in which every word is found: in name, address or what it does. */
export function searchCalls(groups: readonly ApiGroup[], words: string, { onlyKeys }: { onlyKeys: boolean }): ApiGroup[] {
  const wanted = words
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  return groups.flatMap(({ name, calls }) => {
    const its = calls.filter((call) => {
      const text = `${call.name} ${call.method} ${call.path} ${call.summary}`.toLowerCase()
      return (!onlyKeys || call.isForKeys) && wanted.every((word) => text.includes(word))
    })
    return its.length === 0 ? [] : [{ name, calls: its }]
  })
}
