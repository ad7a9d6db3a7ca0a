import { type Endpoint, mayCall } from '@regie/contract/endpoint.ts'
import { holdsRight } from '@regie/contract/right-codes.ts'
import { useSession } from './use-session.ts'

/** Does the user hold this right (or any one of these)? The server checks it again at every call. */
export function useRight(wanted: number | readonly number[]): boolean {
  return holdsRight(useSession().rights, wanted)
}

/** Does the user hold every right that this call asks? */
export function useMayCall(endpoint: Pick<Endpoint, 'access'>): boolean {
  return mayCall(useSession().rights, endpoint)
}
