import type { NextStep } from '@regie/contract/login.ts'

type Methods = NonNullable<NextStep['methods']>

const key = 'regie.codeMethods'
const known: Methods = ['app', 'sms', 'email', 'passkey']

/** How the code that signing in asks for can be given; kept for this tab only, so that a reload of the screen does not begin anew. */
export function keepMethods(methods: Methods) {
  sessionStorage.setItem(key, methods.join())
}

/** Signing in at the organisation ends at an address that names them; ours come from the answer to the password. */
export function keptMethods(search: string): Methods {
  const named = new URLSearchParams(search).get('methods') ?? sessionStorage.getItem(key) ?? ''
  return known.filter((method) => named.split(',').includes(method))
}

export function forgetMethods() {
  sessionStorage.removeItem(key)
}
