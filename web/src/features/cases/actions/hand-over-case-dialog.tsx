import type { CaseDetail } from '@regie/contract/cases.ts'
import { LazyHandOverDialog } from '../../../session/hand-over/lazy-dialog.tsx'

/** One case goes to a bailiff or back to the client, as many go from a list. */
export function HandOverCaseDialog({ found: { customerID, caseID }, onClose }: { found: CaseDetail; onClose: () => void }) {
  return <LazyHandOverDialog customerID={customerID} filter={{ caseIDs: [caseID] }} count={1} onClose={onClose} />
}
