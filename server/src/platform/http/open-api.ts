import { errorCodes, ErrorBody, type ErrorCode } from '@regie/contract/error-codes.ts'
import type { Access, Endpoint } from '@regie/contract/endpoint.ts'
import { isOpenToMachines } from '@regie/contract/machine-keys.ts'
import * as z from 'zod/mini'
import { refusalsOf } from './endpoint-refusals.ts'

type Json = Record<string, unknown>
type Io = 'input' | 'output'

const refused = '#/components/responses/Refused'

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
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'regie-session' },
        key: { type: 'http', scheme: 'bearer', description: 'The key of a machine, or of a user' },
      },
      schemas: { Error: errorSchema() },
      responses: {
        Refused: {
          description: 'Refused; the code says why',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
      },
    },
  }
}

function operationOf(name: string, endpoint: Endpoint): Json {
  const { summary, access, params, query, body, upload } = endpoint
  return {
    operationId: name,
    tags: [name.split('.')[0]],
    summary,
    ...(access === 'public' ? { security: [] } : { security: securityOf(endpoint), ...rightsOf(access) }),
    parameters: [...parametersOf('path', params), ...parametersOf('query', query)],
    ...(body && {
      requestBody: { required: true, content: { [upload ? 'multipart/form-data' : 'application/json']: { schema: bodyOf(body, upload) } } },
    }),
    responses: {
      ...answerOf(endpoint),
      ...refusalsByStatus(endpoint),
      default: { $ref: refused },
    },
  }
}

function answerOf({ response, file }: Endpoint): Json {
  if (file) return { 200: { description: 'A file', content: { [file]: { schema: { type: 'string' } } } } }
  if (!response) return { 204: { description: 'Done' } }
  return { 200: { description: 'The answer', content: { 'application/json': { schema: schemaOf(response, 'output') } } } }
}

/** What the call is refused with by the rules that the contract knows; each use-case has refusals of its own from the same list. */
function refusalsByStatus(endpoint: Endpoint): Json {
  const codes = refusalsOf(endpoint)
  const statuses = [...new Set(codes.map((code) => errorCodes[code]))]
  return Object.fromEntries(
    statuses.map((status) => [status, { $ref: refused, description: codes.filter((code) => errorCodes[code] === status).join(', ') }]),
  )
}

function errorSchema(): Json {
  const schema = schemaOf(ErrorBody, 'output') as { properties: Json }
  const codes = Object.keys(errorCodes) as ErrorCode[]
  return {
    ...schema,
    properties: { ...schema.properties, error: { type: 'string', enum: codes } },
    'x-statuses': errorCodes,
  }
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

const securityOf = (endpoint: Endpoint) => [{ session: [] }, ...(isOpenToMachines(endpoint) ? [{ key: [] }] : [])]

/** Any one of `x-rights`, and all of `x-rights-also`. */
const rightsOf = (access: Exclude<Access, 'public'>) =>
  typeof access === 'object' && 'right' in access ? { 'x-rights': [access.right].flat(), 'x-rights-also': access.also ?? [] } : {}
