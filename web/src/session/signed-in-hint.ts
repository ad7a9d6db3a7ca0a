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
