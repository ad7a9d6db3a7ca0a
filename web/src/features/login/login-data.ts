import { loginApi } from '@regie/contract/login.ts'
import { callApi } from '../../api/call-api.ts'

export function logIn(username: string, password: string) {
  return callApi(loginApi.logIn, { body: { username, password } })
}
