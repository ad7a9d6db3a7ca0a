import { type Guide, guideApi, type GuidePiece } from '@regie/contract/guides.ts'
import { useQueryClient } from '@tanstack/react-query'
import { apiKey, useApi, useApiChange } from '../../../api/use-api.ts'
import { type KeptDraft, useKeptDraft } from '../../../ui/use-kept-draft.ts'

export const useGuides = (customerID: number) => useApi(guideApi.list, { query: { customerID } })
export const useGuide = (guideID: number) => useApi(guideApi.get, { params: { guideID } })
export const useGuideVersions = (guideID: number) => useApi(guideApi.versions, { params: { guideID } })

const lists = [guideApi.list, guideApi.versions]
export const useCreateGuide = () => useApiChange(guideApi.create, { refresh: [guideApi.list] })
export const useChangeGuide = () => useApiChange(guideApi.change, { refresh: [guideApi.list, guideApi.get] })
export const useRemoveGuide = () => useApiChange(guideApi.remove, { refresh: [guideApi.list, guideApi.get] })
export const useDropGuideDraft = () => useApiChange(guideApi.dropDraft, { refresh: lists })
export const usePublishGuide = () => useApiChange(guideApi.publish, { refresh: lists })
export const useRestoreGuide = () => useApiChange(guideApi.restore, { refresh: lists })

/** Puts a conversation that the server answered where screens look for it. */
export function useKeepGuide(guideID: number) {
  const client = useQueryClient()
  const queryKey = apiKey(guideApi.get, { params: { guideID } })
  return (guide: Guide) => {
    // What was asked before is older than this.
    void client.cancelQueries({ queryKey })
    client.setQueryData(queryKey, guide)
  }
}

type Pieces = readonly GuidePiece[]
export type GuideDraft = Omit<KeptDraft<Pieces, Guide>, 'content' | 'write'> & { pieces: Pieces; draw(pieces: Pieces): void }

/** The pieces as somebody draws them. */
export function useGuideDraft(guide: Guide): GuideDraft {
  const { guideID } = guide
  const save = useApiChange(guideApi.saveDraft, { refresh: [guideApi.list] })
  const { content, write, ...draft } = useKeptDraft<Pieces, Guide>(guide, {
    keptOf: ({ draft: drawn, live }) => ({
      content: drawn?.pieces ?? live?.pieces ?? [],
      version: drawn?.version ?? 0,
      live: live?.versionID ?? null,
    }),
    save: (pieces, version) => save.mutateAsync({ params: { guideID }, body: { pieces: [...pieces], version } }),
    put: useKeepGuide(guideID),
    undoesNews: false,
  })
  return { ...draft, pieces: content, draw: write }
}
