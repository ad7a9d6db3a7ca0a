import { allEndpoints } from '@regie/contract/all-endpoints.ts'
import { errorCodes } from '@regie/contract/error-codes.ts'
import { isOpenToMachines, machineKeyApi } from '@regie/contract/machine-keys.ts'
import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { refusalsOf } from './endpoint-refusals.ts'
import { describeApi } from './open-api.ts'

type Operation = {
  operationId: string
  security: object[]
  responses: Record<string, { description?: string }>
  'x-rights'?: number[]
  'x-rights-also'?: number[]
}
const description = describeApi(allEndpoints, '1.0.0') as { paths: Record<string, Record<string, Operation>> }
const operations = Object.values(description.paths).flatMap((path) => Object.values(path))

test('the description is a valid document of OpenAPI 3.1', async () => {
  const validator = new Validator()
  const { valid, errors } = await validator.validate(structuredClone(description))
  expect(errors).toBeUndefined()
  expect(valid).toBe(true)
  expect(validator.version).toBe('3.1')
})

test('every endpoint of the contract is in it once, by its name, with its rights and whether a key may call it', () => {
  expect(operations.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(allEndpoints).sort())
  for (const operation of operations) {
    const endpoint = allEndpoints[operation.operationId]
    if (!endpoint) throw new Error(operation.operationId)
    const { access } = endpoint
    const right = typeof access === 'object' && 'right' in access ? access : null
    expect(operation['x-rights'], operation.operationId).toEqual(right ? [right.right].flat() : undefined)
    expect(operation['x-rights-also']).toEqual(right ? (right.also ?? []) : undefined)
    const schemes = operation.security.flatMap((one) => Object.keys(one))
    if (access === 'public') expect(schemes).toEqual([])
    else expect(schemes.includes('key'), operation.operationId).toBe(isOpenToMachines(endpoint))
  }
})

test('refusals of a call stand under their status, those that a check of its body names too', () => {
  const responses: Operation['responses'] = operations.find(({ operationId }) => operationId === 'machineKeys.create')?.responses ?? {}
  expect(responses[400]?.description).toBe('error.invalid')
  expect(responses[401]?.description).toBe('login.required')
  expect(responses[403]?.description).toBe('error.notByKey, error.rightMissing')
  expect(responses[422]?.description?.split(', ')).toEqual(
    expect.arrayContaining([
      ...['machineKey.nameMissing', 'machineKey.rightsMissing', 'machineKey.daysInvalid', 'machineKey.addressInvalid'],
    ]),
  )
  expect(refusalsOf(machineKeyApi.revoke)).toContain('error.notFound')
  for (const { responses: all } of operations)
    for (const [status, { description: codes = '' }] of Object.entries(all))
      if (Number(status) >= 400) for (const code of codes.split(', ')) expect(errorCodes, code).toHaveProperty([code], Number(status))
})
