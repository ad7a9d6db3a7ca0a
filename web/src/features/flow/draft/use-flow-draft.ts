import type { Flow } from '@regie/contract/flow.ts'
import type { ScriptStep } from '@regie/contract/scripts.ts'
import { type KeptDraft, useKeptDraft } from '../../../ui/use-kept-draft.ts'
import { useKeepFlow, useSaveDraft } from '../flow-data.ts'

type Steps = readonly ScriptStep[]
export type FlowDraft = Omit<KeptDraft<Steps, Flow>, 'content' | 'write'> & { steps: Steps; draw(steps: Steps): void }

/** The steps as somebody draws them. */
export function useFlowDraft(flow: Flow): FlowDraft {
  const { scriptID } = flow
  const save = useSaveDraft()
  const { content, write, ...draft } = useKeptDraft<Steps, Flow>(flow, {
    keptOf: ({ draft: drawn, live }) => ({ content: drawn?.steps ?? live.steps, version: drawn?.version ?? 0, live: live.versionID }),
    save: (steps, version) => save.mutateAsync({ params: { scriptID }, body: { steps: [...steps], version } }),
    put: useKeepFlow(scriptID),
    undoesNews: false,
  })
  return { ...draft, steps: content, draw: write }
}
