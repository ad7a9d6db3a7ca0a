import type { Complaint } from '@regie/contract/arrangements.ts'
import type { useText } from '../../../locales/i18n.tsx'

type Kind = Pick<Complaint, 'kind' | 'reason'>

/** What a complaint or dispute is called: by what the payer chose, where they did. */
export function kindName(t: ReturnType<typeof useText>, { kind, reason }: Kind): string {
  return t(reason === null ? `arrangements.complaints.${kind}` : `arrangements.complaints.reasons.${reason}`)
}

/** The kinds that the board is filtered by: who says to have paid is looked for at the bank, not argued with. */
export const complaintKinds = ['complaint', 'dispute', 'paid'] as const
export const kindOf = ({ kind, reason }: Kind): (typeof complaintKinds)[number] => (reason === 'paid' ? 'paid' : kind)
