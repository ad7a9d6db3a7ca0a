import { type ErrorCode, errorCodes } from '@regie/contract/error-codes.ts'
import type { Endpoint } from '@regie/contract/endpoint.ts'
import { isOpenToMachines } from '@regie/contract/machine-keys.ts'
import type * as z from 'zod/mini'

/** What a call can be refused with before its use-case begins: who asks, what is asked, and the checks of its body that the contract names. */
export function refusalsOf(endpoint: Endpoint): ErrorCode[] {
  const { access, path, savedAs, params, query, body, budget } = endpoint
  const codes: ErrorCode[] = []
  if (access !== 'public') {
    codes.push('login.required', 'error.tooManyRequests')
    codes.push(isOpenToMachines(endpoint) ? 'machineKey.addressRefused' : 'error.notByKey')
    if (typeof access === 'object' && 'right' in access) codes.push('error.rightMissing')
  }
  if (query || body || (params && !path.includes(':'))) codes.push('error.invalid')
  if (params && path.includes(':')) codes.push('error.notFound')
  if (savedAs) codes.push('error.conflict')
  if (budget === 'export') codes.push('export.underWay', 'export.tooManyThisHour')
  if (budget === 'simulation') codes.push('simulation.underWay')
  return [...new Set([...codes, ...[params, query, body].flatMap((part) => (part ? codesIn(part) : []))])]
}

/** The refusals that checks of a shape name as their message. */
function codesIn(shape: z.core.$ZodType): ErrorCode[] {
  const seen = new Set<unknown>()
  const found: ErrorCode[] = []
  const look = (value: unknown) => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return
    seen.add(value)
    if (Array.isArray(value)) return value.forEach(look)
    const { _zod } = value as { _zod?: { def: Record<string, unknown> } }
    if (_zod === undefined) return isPlain(value) ? Object.values(value).forEach(look) : undefined
    const code = messageOf(_zod.def.error)
    if (code !== undefined && isCode(code)) found.push(code)
    Object.values(_zod.def).forEach(look)
  }
  look(shape)
  return found
}

/** A message that stands in the contract is the same for every fault; one that is made of the fault is no code. */
function messageOf(error: unknown): string | undefined {
  if (typeof error !== 'function') return undefined
  try {
    const message: unknown = (error as (issue: object) => unknown)({})
    return typeof message === 'string' ? message : undefined
  } catch {
    return undefined
  }
}

const isPlain = (value: object) => Object.getPrototypeOf(value) === Object.prototype || Object.getPrototypeOf(value) === null
const isCode = (code: string): code is ErrorCode => Object.hasOwn(errorCodes, code)
