import type { TemplateDetail } from '@regie/contract/templates.ts'
import { type KeptDraft, useKeptDraft } from '../../ui/use-kept-draft.ts'
import { type Content, useKeepTemplate, useSaveDraft } from './templates-data.ts'

export type TemplateDraft = KeptDraft<Content, TemplateDetail>

/** The text as somebody writes it. */
export function useTemplateDraft(template: TemplateDetail): TemplateDraft {
  const { templateID } = template
  const save = useSaveDraft()
  return useKeptDraft(template, {
    keptOf: ({ content, draftVersion, liveNo }) => ({ content, version: draftVersion, live: liveNo }),
    save: (content, version, liveNo) => save.mutateAsync({ params: { templateID }, body: { ...content, version, liveNo } }),
    put: useKeepTemplate(templateID),
    // A revision that one takes over can be undone.
    undoesNews: true,
  })
}
