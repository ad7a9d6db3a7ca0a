import { machineKeyMark } from '@regie/contract/machine-keys.ts'
import type { ApiCall } from './api-calls.ts'
import { exampleOf } from './json-schema.ts'

/** How a call is made at a command line, with a placeholder where the key stands. */
export function curlExample(call: ApiCall, origin: string): string {
  const { method, path, access, isForKeys, parameters, body, answer } = call
  const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(String(valueOf(call, name))))
  const query = new URLSearchParams(
    parameters.filter((one) => one.in === 'query' && one.required).map(({ name, schema }) => [name, String(exampleOf(schema))]),
  ).toString()
  const isUpload = body?.type === 'multipart/form-data'
  const parts = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} '${origin}${filled}${query && `?${query}`}'`,
    ...(access !== 'public' && isForKeys ? [`-H 'Authorization: Bearer ${machineKeyMark}…'`] : []),
    ...(body && !isUpload ? ["-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(exampleOf(body.schema)))}`] : []),
    ...(body && isUpload ? formOf(exampleOf(body.schema)) : []),
    ...(answer !== null && answer.type !== 'application/json' ? ['-OJ'] : []),
  ]
  return parts.join(' \\\n  ')
}

const valueOf = ({ parameters }: ApiCall, name: string) => exampleOf(parameters.find((one) => one.name === name)?.schema ?? {})

const formOf = (fields: unknown) => [
  ...Object.entries(fields as Record<string, unknown>)
    .filter(([name]) => name !== 'file')
    .map(([name, value]) => `-F ${quoted(`${name}=${String(value)}`)}`),
  "-F 'file=@bestand.csv'",
]

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`
