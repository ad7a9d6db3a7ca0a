import { templateApi } from '@regie/contract/template-api.ts'
import type { TemplateDetail, TemplateKind, TemplateOptions, WrittenTemplate } from '@regie/contract/templates.ts'
import { caseApi } from '@regie/contract/cases.ts'
import type { Locale } from '@regie/contract/locale.ts'
import { useQueryClient } from '@tanstack/react-query'
import { apiKey, useApi, useApiChange } from '../../api/use-api.ts'
import { useRows } from '../../api/use-rows.ts'

// The server searches from three letters on.
const searchCharsMin = 3

/** A text as it is being written. */
export type Content = { written: WrittenTemplate; options: TemplateOptions }

export function useTemplates(customerID: number, kind: TemplateKind, q: string, archived: boolean) {
  const query = { customerID, kind, archived: archived ? 'true' : 'false', ...(q.trim() === '' ? {} : { q: q.trim() }) }
  return useApi(templateApi.list, { query }, { keepsPrevious: true })
}

export const useTemplate = (templateID: number) => useApi(templateApi.get, { params: { templateID } })
export const useRevisions = (templateID: number) => useApi(templateApi.revisions, { params: { templateID } })
export const useRevision = (templateID: number, revisionID: number) => useApi(templateApi.revision, { params: { templateID, revisionID } })
export const useImpact = (templateID: number) => useApi(templateApi.impact, { params: { templateID } }, { staleMs: 0 })

const ofAll = [templateApi.list, templateApi.get, templateApi.revisions]
export const useCreateTemplate = () => useApiChange(templateApi.create, { refresh: [templateApi.list] })
export const useChangeTemplate = () => useApiChange(templateApi.change, { refresh: ofAll })
export const useArchiveTemplate = () => useApiChange(templateApi.archive, { refresh: ofAll })
// What it answers is put in place below, so that the text being written does not ask for what it was told.
export const useSaveDraft = () => useApiChange(templateApi.saveDraft)
export const useDropDraft = () => useApiChange(templateApi.dropDraft, { refresh: ofAll })
export const useRestore = () => useApiChange(templateApi.restore, { refresh: ofAll })
export const useActivate = () => useApiChange(templateApi.activate, { refresh: ofAll })

/** Puts a template that the server answered where screens look for it. */
export function useKeepTemplate(templateID: number) {
  const client = useQueryClient()
  const queryKey = apiKey(templateApi.get, { params: { templateID } })
  return (template: TemplateDetail) => {
    void client.cancelQueries({ queryKey })
    client.setQueryData(queryKey, template)
  }
}

type Asked = Content & { customerID: number; kind: TemplateKind; locale: Locale }

/** The text as it would be sent to the sample person. */
export const usePreview = (body: Asked) => useApi(templateApi.preview, { body }, { keepsPrevious: true, staleMs: 60_000 })
/** The same for a case, as the caller may see it; each look is written down. */
export const useCasePreview = (caseID: number, body: Asked) =>
  useApi(templateApi.casePreview, { params: { caseID }, body }, { keepsPrevious: true, staleMs: 60_000 })
/** How the text reads, and of how many real cases it would lack a field. */
export const useLint = (templateID: number, body: Content & { locale: Locale }) =>
  useApi(templateApi.lint, { params: { templateID }, body }, { keepsPrevious: true, staleMs: 60_000 })
export const useTestMail = () => useApiChange(templateApi.test)

/** Cases to fill a text with: those that are looked for, or the newest. */
export function useSampleCases(customerID: number, q: string) {
  const isSearching = q.trim().length >= searchCharsMin
  const found = useRows(caseApi.search, { query: { customerID, q: q.trim() } }, { isEnabled: isSearching, pageSize: 10 })
  const newest = useRows(caseApi.list, { query: { customerID } }, { isEnabled: !isSearching, pageSize: 10 })
  return isSearching ? found : newest
}
