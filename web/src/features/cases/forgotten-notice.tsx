import type { CaseDetail } from '@regie/contract/cases.ts'
import { formatDate } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { Notice } from '../../ui/notice.tsx'

/** Why a case is empty: what people are known by was taken away, or the texts of its messages were. */
export function ForgottenNotice({ found: { anonymousAt, textsGoneAt } }: { found: Pick<CaseDetail, 'anonymousAt' | 'textsGoneAt'> }) {
  const t = useText()
  const kind = anonymousAt !== null ? 'anonymous' : 'texts'
  const at = anonymousAt ?? textsGoneAt
  if (at === null) return null
  return (
    <Notice icon="shield" title={t(`cases.forgotten.${kind}.title`, { date: formatDate(at) })}>
      {t(`cases.forgotten.${kind}.text`)}
    </Notice>
  )
}
