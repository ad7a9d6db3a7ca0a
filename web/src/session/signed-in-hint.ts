const key = 'regie.wasSignedIn'

/** Begins the key under which the last searches of a user are kept: names and numbers of people. */
export const searchesKey = 'regie-searches:'

/** A browser that was signed in probably still is: what only the signed-in may know can be asked for without waiting for the ping. */
export function wasSignedIn(): boolean {
  return localStorage.getItem(key) !== null
}

export function rememberSignIn() {
  localStorage.setItem(key, '1')
}

/** Ends with the session what this browser keeps of it: also what tells of debtors. */
export function forgetSignIn() {
  for (const kept of Object.keys(localStorage)) if (kept === key || kept.startsWith(searchesKey)) localStorage.removeItem(kept)
}

/** Whether a change of the browser's storage is about this; a key of null means that all was cleared. */
export function isSignInHint(changed: string | null): boolean {
  return changed === key || changed === null
}
