import { Right } from '@regie/contract/right-codes.ts'
import { useText } from '../../locales/i18n.tsx'
import { useRight } from '../../session/use-right.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { type Tab, Tabs } from '../../ui/tabs.tsx'
import { GroupList } from './group-list.tsx'
import { RightKinds } from './right-kinds.tsx'
import { rightsByType, useRights } from './rights-data.ts'
import { RightsMatrix } from './rights-matrix.tsx'
import { type SeenScreen, ViewAs } from './view-as.tsx'
import { WhoMay } from './who-may.tsx'

const keys = ['matrix', 'groups', 'who', 'viewAs', 'kinds'] as const
type Key = (typeof keys)[number]

type RightsTabsProps = {
  customerID: number | null
  tab: string
  onTab: (tab: string) => void
  screens: readonly SeenScreen[]
  menuParts: readonly string[]
}

/** The rights of this installation from five sides. */
export function RightsTabs({ customerID, tab, onTab, screens, menuParts }: RightsTabsProps) {
  const t = useText()
  const mayChangeKinds = useRight(Right.changeRightObjects)
  const { types, objects, groups, failure, retry } = useRights(customerID)
  if (failure !== null) return <ErrorState failure={failure} onRetry={retry} />
  if (types === undefined || objects === undefined || groups === undefined) return <Skeleton lines={12} />
  const tabs: Tab<Key>[] = [
    { key: 'matrix', label: t('rights.tabs.matrix'), content: () => <RightsMatrix parts={rightsByType(types, objects)} groups={groups} /> },
    {
      key: 'groups',
      label: t('rights.tabs.groups'),
      count: groups.length,
      content: () => <GroupList groups={groups} customerID={customerID} />,
    },
    { key: 'who', label: t('rights.tabs.who'), content: () => <WhoMay objects={objects} customerID={customerID} /> },
    {
      key: 'viewAs',
      label: t('rights.tabs.viewAs'),
      content: () => <ViewAs customerID={customerID} groups={groups} screens={screens} parts={menuParts} />,
    },
    ...(mayChangeKinds
      ? [{ key: 'kinds' as const, label: t('rights.tabs.kinds'), content: () => <RightKinds types={types} objects={objects} /> }]
      : []),
  ]
  const shown = tabs.find(({ key }) => key === tab)?.key ?? 'matrix'
  return <Tabs<Key> label={t('rights.title')} value={shown} onChange={onTab} tabs={tabs} />
}
