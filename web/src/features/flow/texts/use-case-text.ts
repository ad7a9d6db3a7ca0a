import type { ScriptText } from '@regie/contract/flow.ts'
import type { Locale } from '@regie/contract/locale.ts'
import { templateApi } from '@regie/contract/template-api.ts'
import { useApi } from '../../../api/use-api.ts'

type Wanted = { text: ScriptText; templateID: number | undefined; customerID: number; locale: Locale; caseID: number | null }

/** What a step sends, filled for a case with what one may see of it: the text that is sent now, not the draft that somebody writes. */
export function useCaseText({ text, templateID = 0, customerID, locale, caseID }: Wanted) {
  const isEnabled = caseID !== null && templateID !== 0
  const revisions = useApi(templateApi.revisions, { params: { templateID } }, { isEnabled })
  const revisionID = revisions.data?.find(({ state }) => state === 'active')?.revisionID ?? 0
  const revision = useApi(templateApi.revision, { params: { templateID, revisionID } }, { isEnabled: isEnabled && revisionID !== 0 })
  const { written = { nl: { subject: '', text: '', blocks: [] } }, options = {} } = revision.data ?? {}
  const preview = useApi(
    templateApi.casePreview,
    { params: { caseID: caseID ?? 0 }, body: { customerID, kind: text.kind, locale, written, options } },
    { isEnabled: isEnabled && revision.data !== undefined },
  )
  return { data: preview.data, query: revisions.error ? revisions : revision.error ? revision : preview }
}
