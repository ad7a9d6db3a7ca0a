import { expect, test } from 'vitest'
import { groupsOf, searchCalls } from './api-calls.ts'
import { curlExample } from './curl-example.ts'
import { exampleOf, fieldsOf, type Schema, typeOf } from './json-schema.ts'

const body: Schema = {
  type: 'object',
  properties: {
    until: { anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }] },
    note: { type: 'string', maxLength: 80 },
    rows: { type: 'array', minItems: 1, items: { type: 'object', properties: { kind: { enum: ["it's", 'b'] } }, required: ['kind'] } },
  },
  required: ['until', 'rows'],
}
const error = { description: 'login.required', $ref: '#/components/responses/Refused' }
const pause = {
  ...{ operationId: 'batches.pause', tags: ['batches'], summary: 'Pause', security: [{ session: [] }, { key: [] }] },
  ...{ 'x-rights': [201], 'x-rights-also': [], requestBody: { content: { 'application/json': { schema: body } } } },
  parameters: [
    { name: 'batchID', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } },
    { name: 'q', in: 'query', required: false, schema: { type: 'string' } },
  ],
  responses: { 204: { description: 'Done' }, 401: error, default: { $ref: '#/components/responses/Refused' } },
}
const ping = { operationId: 'login.ping', tags: ['login'], summary: 'Alive', security: [], parameters: [], responses: { 200: {} } }
const groups = groupsOf({ paths: { '/login/ping': { get: ping }, '/batches/{batchID}/pause': { post: pause } } })
const call = groups[0]?.calls[0]

test('calls are read with who may make them and what they are refused with', () => {
  expect(groups.map(({ name }) => name)).toEqual(['batches', 'login'])
  expect(call).toMatchObject({ method: 'POST', path: '/api/batches/{batchID}/pause', access: 'right', isForKeys: true, answer: null })
  expect(call?.refusals).toEqual([{ status: 401, codes: ['login.required'] }])
  expect(groups[1]?.calls[0]).toMatchObject({ access: 'public', isForKeys: false })
})

test('every word must be found; what is not for keys can be left out', () => {
  expect(searchCalls(groups, 'POST pause', { onlyKeys: false }).map(({ name }) => name)).toEqual(['batches'])
  expect(searchCalls(groups, 'pause alive', { onlyKeys: false })).toEqual([])
  expect(searchCalls(groups, '', { onlyKeys: true }).map(({ name }) => name)).toEqual(['batches'])
})

test('a shape is told field by field, below the list that they are in', () => {
  expect(fieldsOf(body).map(({ path, type, isRequired, limits }) => [path, type, isRequired, limits])).toEqual([
    ['until', 'string (date-time) | null', true, ''],
    ['note', 'string', false, '–80'],
    ['rows', 'object[]', true, '1–'],
    ['rows[].kind', '"it\'s" | "b"', true, ''],
  ])
  expect(typeOf({ type: 'array', items: { enum: ['a', 'b'] } })).toBe('("a" | "b")[]')
})

test('an example has what must be there, and its quotes end nothing at the command line', () => {
  expect(exampleOf(body)).toEqual({ until: '2026-06-03T09:00:00Z', rows: [{ kind: "it's" }] })
  if (!call) throw new Error('no call')
  const example = curlExample(call, 'https://regie.example')
  expect(example).toContain("curl -X POST 'https://regie.example/api/batches/1/pause'")
  expect(example).toContain("-H 'Authorization: Bearer regiekey_…'")
  expect(example).toContain(String.raw`it'\''s`)
})
