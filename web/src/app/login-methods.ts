import type { NextStep } from '@regie/contract/login.ts'

type Methods = NonNullable<NextStep['methods']>

let methods: Methods | null = null
const listeners = new Set<() => void>()

/** How the code that signing in asks for can be given, as the server told; null while that is not known. */
export function codeMethods(): Methods | null {
  return methods
}

export function keepMethods(told: Methods | null) {
  methods = told
  for (const listener of listeners) listener()
}

export function onMethods(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
