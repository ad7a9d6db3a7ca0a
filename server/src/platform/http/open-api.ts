import { ErrorBody } from '@regie/contract/error-codes.ts'
import type { Access, Endpoint } from '@regie/contract/endpoint.ts'
import * as z from 'zod/mini'

type Json = Record<string, unknown>
type Io = 'input' | 'output'

/** The API as OpenAPI 3.1, made from the contract: what is described here is what is checked. */
export function describeApi(endpoints: Readonly<Record<string, Endpoint>>, version: string): Json {
  const paths: Record<string, Json> = {}
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(name, endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Regie', version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: '/api' }],
    paths,
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'regie-session' } },
      schemas: { Error: schemaOf(ErrorBody, 'output') },
    },
  }
}

function operationOf(name: string, endpoint: Endpoint): Json {
  const { summary, access, params, query, body, upload } = endpoint
  return {
    operationId: name,
    tags: [name.split('.')[0]],
    summary,
    ...(access === 'public' ? { security: [] } : { security: [{ session: [] }], 'x-rights': rightsOf(access) }),
    parameters: [...parametersOf('path', params), ...parametersOf('query', query)],
    ...(body && {
      requestBody: { required: true, content: { [upload ? 'multipart/form-data' : 'application/json']: { schema: bodyOf(body, upload) } } },
    }),
    responses: {
      ...answerOf(endpoint),
      default: {
        description: 'Refused; the code says why',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  }
}

function answerOf({ response, file }: Endpoint): Json {
  if (file) return { 200: { description: 'A file', content: { [file]: { schema: { type: 'string' } } } } }
  if (!response) return { 204: { description: 'Done' } }
  return { 200: { description: 'The answer', content: { 'application/json': { schema: schemaOf(response, 'output') } } } }
}

function parametersOf(place: 'path' | 'query', schema: z.core.$ZodType | undefined): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as { properties?: Record<string, Json>; required?: string[] }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }))
}

function bodyOf(body: z.core.$ZodType, upload: true | undefined): Json {
  const schema = schemaOf(body, 'input')
  if (!upload) return schema
  return {
    ...schema,
    properties: { ...(schema.properties as Json), file: { type: 'string', contentMediaType: 'application/octet-stream' } },
  }
}

function schemaOf(schema: z.core.$ZodType, io: Io): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  return rest
}

const rightsOf = (access: Exclude<Access, 'public'>) =>
  typeof access === 'object' && 'right' in access ? [access.right, ...(access.also ?? [])].flat() : []
