import type { CallOf, ResponseOf } from '@regie/contract/endpoint.ts'
import { type FactorType, twoFactorApi } from '@regie/contract/two-factor.ts'
import { useQueryClient } from '@tanstack/react-query'
import { ApiFailure } from '../../api/api-failure.ts'
import { callApi } from '../../api/call-api.ts'
import { apiKey, useApi } from '../../api/use-api.ts'

export type SentType = 'sms' | 'email'
export type SentCode = ResponseOf<typeof twoFactorApi.sendCode>
export type GivenCode = ResponseOf<typeof twoFactorApi.giveCode>

export const isSentType = (type: FactorType): type is SentType => type === 'sms' || type === 'email'

export function useFactors() {
  return useApi(twoFactorApi.list, {})
}

export function useFactorsChanged() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: apiKey(twoFactorApi.list) })
}

export function sendCode(type: SentType) {
  return callApi(twoFactorApi.sendCode, { params: { type } })
}

export function giveCode(body: CallOf<typeof twoFactorApi.giveCode>['body']) {
  return callApi(twoFactorApi.giveCode, { body })
}

/** A refused code belongs at its field, also when the server does not name one. */
export async function withTokenField<Answer>(call: Promise<Answer>): Promise<Answer> {
  return call.catch((failure: unknown) => {
    const isOfToken = failure instanceof ApiFailure && failure.code.startsWith('twoFactor.') && failure.field === undefined
    throw isOfToken ? atToken(failure) : failure
  })
}

function atToken({ status, code, params }: ApiFailure) {
  return new ApiFailure(status, { error: code, field: 'token', params })
}

/** Without a name of its own a passkey would be made anyway: browsers tell only when they cannot make any. */
export function mayMakePasskeys(): boolean {
  return 'PublicKeyCredential' in window && window.isSecureContext
}
