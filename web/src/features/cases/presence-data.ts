import type { Present } from '@regie/contract/live-events.ts'
import { useEffect, useState } from 'react'
import { liveSocket } from '../../live/live-socket.ts'
import { useSession } from '../../session/use-session.ts'

/** Says that I have this case open, and hears who else has; each colleague once, however many windows he has open. */
export function useColleagues(caseID: number, isEditing: boolean): readonly Present[] {
  const { userID } = useSession()
  const [present, setPresent] = useState<readonly Present[]>([])
  useEffect(
    () =>
      liveSocket.subscribe({ topic: 'presence', caseID, editing: isEditing }, (news) => {
        if (news !== 'changed' && 'present' in news) setPresent(news.present)
      }),
    [caseID, isEditing],
  )
  return present.filter((one) => one.userID !== userID)
}
