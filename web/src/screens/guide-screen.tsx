import type { Guide } from '@regie/contract/guides.ts'
import { GuideEditor } from '../features/flow/guides/guide-editor.tsx'
import { GuideActions, GuideBadges } from '../features/flow/guides/guide-head.tsx'
import { useGuide, useGuideDraft } from '../features/flow/guides/guides-data.ts'
import { useFlowView } from '../features/flow/use-flow-view.ts'
import { useText } from '../locales/i18n.tsx'
import { paths } from '../paths.ts'
import { useRouteId } from '../session/address.ts'
import { LeaveQuestion } from '../ui/leave-question.tsx'
import { NotLoaded } from '../ui/loaded.tsx'
import { Page } from '../ui/page.tsx'

export function GuideScreen() {
  const t = useText()
  const query = useGuide(useRouteId('guideID'))
  const { data: guide } = query
  if (guide !== undefined) return <OpenGuide key={guide.guideID} guide={guide} />
  return (
    <Page title={t('app.screens.guide')} back={{ to: paths.guides(), label: t('menu.screens.guides') }}>
      <NotLoaded query={query} lines={10} />
    </Page>
  )
}

function OpenGuide({ guide }: { guide: Guide }) {
  const t = useText()
  const draft = useGuideDraft(guide)
  const { view, isWide } = useFlowView()
  const words = { none: 'noDraft', saved: 'saved', unsaved: 'unsaved', saving: 'saving' } as const
  return (
    <Page
      title={guide.name}
      back={{ to: paths.guides(), label: t('menu.screens.guides') }}
      badge={<GuideBadges guide={guide} draft={draft} />}
      subtitle={<span role="status">{t(`flow.states.${words[draft.state]}`)}</span>}
      actions={<GuideActions guide={guide} draft={draft} />}
      isFlowing={!(isWide && view === 'graph')}
    >
      <LeaveQuestion keepsWithin isUnsaved={draft.state === 'unsaved' || draft.state === 'saving'} />
      <GuideEditor guide={guide} draft={draft} />
    </Page>
  )
}
