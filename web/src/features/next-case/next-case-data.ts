import { arrangementApi } from '@regie/contract/arrangements.ts'
import type { ResponseOf } from '@regie/contract/endpoint.ts'
import { nextCaseApi, type SkipReason } from '@regie/contract/next-case.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { callApi } from '../../api/call-api.ts'
import { ApiFailure } from '../../api/api-failure.ts'
import { apiKey, useApi, useApiChange } from '../../api/use-api.ts'
import { useLiveUpdates } from '../../live/use-live-updates.ts'
import { errorText } from '../../locales/error-text.ts'
import { useText } from '../../locales/i18n.tsx'
import { formatNextMoment } from '../../locales/next-moment.ts'
import { paths } from '../../paths.ts'
import { useGoTo } from '../../session/address.ts'
import { notify } from '../../session/notification.tsx'
import { useSelection } from '../../session/selection.ts'

const freshMs = 3000
// A page that is loaded again takes its screens down before it goes, so a case that is left is let go of a moment later: by then that page is gone.
const releaseAfterMs = 1000
const releases = new Map<number, ReturnType<typeof setTimeout>>()

// Whether the case may still be called moves with the clock, seldom; only while it is held.
const heldMs = 5 * 60_000
const askAgain = ({ held }: ResponseOf<typeof nextCaseApi.held>) => (held === null ? false : heldMs)

// A third of the time for which the server holds it.
const renewMs = 40_000

function keepHold(caseID: number) {
  clearTimeout(releases.get(caseID))
  releases.delete(caseID)
}

/** What I did today, and what waits for me. */
export function useOwnDay(customerID: number) {
  useLiveUpdates({ topic: 'customer', customerID }, [nextCaseApi.day, arrangementApi.callbacks], freshMs)
  return useApi(nextCaseApi.day, { query: { customerID } })
}

// Who is next moves with the clock and with colleagues; each look asks the law about thirty cases.
const firstMs = 30_000

/** Who would be given now, without holding them. */
export function useFirstCase(customerID: number, scriptID: number | null) {
  const query = { customerID, ...(scriptID !== null && { scriptID }) }
  return useApi(nextCaseApi.first, { query }, { refetchMs: firstMs, staleMs: 0 })
}

/** Open call-backs that are mine or anyone's, soonest first. */
export function useOwnCallbacks(customerID: number) {
  return useApi(arrangementApi.callbacks, { query: { customerID } })
}

/** As many of each list as the first screen shows. */
export const shownMax = 10

/** The cases that the first screen offers to call: of call-backs and of broken promises. */
export function useCasesToCall(customerID: number): number[] {
  const { data: callbacks = [] } = useOwnCallbacks(customerID)
  const { data: day } = useOwnDay(customerID)
  return [...callbacks.slice(0, shownMax), ...(day?.broken.slice(0, shownMax) ?? [])].map(({ caseID }) => caseID)
}

/** Asks for the case that is most worth calling now, and opens it; says when there is none. */
export function useTakeNext(customerID: number, currentID: number | null = null) {
  const t = useText()
  const goTo = useGoTo()
  const { scriptID } = useSelection()
  const take = useApiChange(nextCaseApi.take, { refresh: [nextCaseApi.day] })
  const takeNext = () => {
    if (take.isPending) return
    take.mutate(
      { body: { customerID, ...(scriptID !== null && { scriptID }) } },
      {
        onSuccess: ({ next, nextAt }) => {
          if (next !== null) keepHold(next.caseID)
          if (next !== null && next.caseID === currentID) notify(t('nextCase.callFirst'))
          else if (next !== null) goTo(paths.case(next.caseID))
          else notify(nextAt === null ? t('nextCase.nobody') : t('nextCase.nobodyUntil', { at: formatNextMoment(nextAt) }))
        },
        onError: (failure) => notify(errorText(failure instanceof ApiFailure ? failure.code : 'error.unexpected')),
      },
    )
  }
  return { takeNext, isBusy: take.isPending }
}

/** Is this case held for me, and is it still to be called? While it is open it stays so; who leaves it lets go of it. */
export function useHold(caseID: number, mayHold: boolean) {
  const client = useQueryClient()
  useLiveUpdates(mayHold ? { topic: 'case', caseID } : null, [nextCaseApi.held])
  const held = useApi(nextCaseApi.held, { params: { caseID } }, { isEnabled: mayHold, staleMs: 0, refetchMs: askAgain }).data?.held ?? null
  const isHeld = held !== null
  useEffect(() => {
    if (!isHeld) return
    const request = { params: { caseID } }
    keepHold(caseID)
    const renew = () =>
      void callApi(nextCaseApi.renew, request)
        .then(({ until }) =>
          client.setQueryData<ResponseOf<typeof nextCaseApi.held>>(apiKey(nextCaseApi.held, request), (known) =>
            known?.held && until !== null ? { held: { ...known.held, until } } : { held: null },
          ),
        )
        .catch(() => undefined)
    const timer = setInterval(renew, renewMs)
    return () => {
      clearInterval(timer)
      const release = () => {
        releases.delete(caseID)
        void callApi(nextCaseApi.release, request).catch(() => undefined)
      }
      releases.set(caseID, setTimeout(release, releaseAfterMs))
    }
  }, [client, caseID, isHeld])
  return held
}

/** Leaves the case to others, with why. */
export function useSkip(caseID: number) {
  const skip = useApiChange(nextCaseApi.skip)
  return (reason: SkipReason, onDone: () => void) => {
    if (!skip.isPending) skip.mutate({ params: { caseID }, body: { reason } }, { onSuccess: onDone })
  }
}
