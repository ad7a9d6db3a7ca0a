import { personApi } from '@regie/contract/person.ts'
import { useApi } from '../../api/use-api.ts'
import { useLiveUpdates } from '../../live/use-live-updates.ts'

/** The person of a case over all cases; it asks again whenever this case changes. */
export function usePerson(caseID: number) {
  useLiveUpdates({ topic: 'case', caseID }, [personApi.get])
  return useApi(personApi.get, { params: { caseID } })
}
