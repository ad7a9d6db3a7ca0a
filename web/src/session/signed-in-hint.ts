const key = 'regie.wasSignedIn'

/** A browser that was signed in probably still is: what only the signed-in may know can be asked for without waiting for the ping. */
export function wasSignedIn(): boolean {
  return localStorage.getItem(key) !== null
}

export function rememberSignIn() {
  localStorage.setItem(key, '1')
}

export function forgetSignIn() {
  localStorage.removeItem(key)
}

/** Whether a change of the browser's storage is about this; a key of null means that all was cleared. */
export function isSignInHint(changed: string | null): boolean {
  return changed === key || changed === null
}
