import { useState } from 'react'
import { paths } from '../paths.ts'
import { BatchActions } from '../features/batches/batch-actions.tsx'
import { BatchCharts } from '../features/batches/charts/batch-charts.tsx'
import { batchFix } from '../features/batches/batch-fix.tsx'
import { BatchFigures } from '../features/batches/batch-figures.tsx'
import { BatchSummary } from '../features/batches/batch-summary.tsx'
import { BatchSubtitle, StandstillNotice } from '../features/batches/batch-head.tsx'
import { BatchStatusBadge } from '../features/batches/batch-status.tsx'
import { BatchResults } from '../features/batches/results/batch-results.tsx'
import { LockNotice } from '../features/batches/batch-lock.tsx'
import { BatchSettings } from '../features/batches/settings/batch-settings.tsx'
import { TrialNotice } from '../features/batches/trial/trial-notice.tsx'
import { useBatch } from '../features/batches/batches-data.ts'
import { PlaceInvoicesDialog } from '../features/documents/place-invoices-dialog.tsx'
import { useText } from '../locales/i18n.tsx'
import { useAddress, useRouteId } from '../session/address.ts'
import { Page } from '../ui/page.tsx'
import { wayBack } from '../ui/table-places.ts'
import { Tabs } from '../ui/tabs.tsx'
import { NotLoaded } from '../ui/loaded.tsx'
import { CasesOfBatch } from './cases-of-batch.tsx'
import { WhyTab } from './why-tab.tsx'

export function BatchScreen() {
  const t = useText()
  const batchID = useRouteId('batchID')
  const query = useBatch(batchID)
  const { data: batch } = query
  const [{ tab, figures }, changeAddress] = useAddress(['tab', 'figures'])
  const [isPlacing, setPlacing] = useState(false)
  const back = { to: wayBack(paths.batches()), label: t('batches.title') }
  if (batch === undefined)
    return (
      <Page title={t('batches.number', { id: batchID })} back={back}>
        <NotLoaded query={query} lines={8} />
      </Page>
    )
  const tabs = [
    {
      key: 'cases',
      label: t('batches.tabs.cases'),
      content: () => <CasesOfBatch batch={batch} />,
    },
    { key: 'settings', label: t('batches.tabs.settings'), content: () => <BatchSettings key={batchID} batch={batch} /> },
    { key: 'results', label: t('batches.tabs.results'), content: () => <BatchResults batch={batch} /> },
    {
      key: 'why',
      label: t('why.tab'),
      content: () => (
        <WhyTab
          scope={{ batchID }}
          customerID={batch.customerID}
          scriptID={batch.scriptID}
          action={(fix, fixLabel) => batchFix(fix, { batch, label: fixLabel })}
        />
      ),
    },
  ] as const
  return (
    <Page
      title={batch.name}
      back={back}
      badge={<BatchStatusBadge status={batch.status} />}
      subtitle={<BatchSubtitle batch={batch} />}
      actions={<BatchActions batch={batch} onPlaceInvoices={() => setPlacing(true)} />}
      isFlowing
    >
      <LockNotice batch={batch} />
      <TrialNotice batch={batch} />
      <StandstillNotice batch={batch} />
      <BatchSummary batch={batch} isOpen={figures === 'all'} onOpen={(isOpen) => changeAddress({ figures: isOpen ? 'all' : '' })}>
        <BatchFigures batch={batch} />
        <BatchCharts batch={batch} />
      </BatchSummary>
      <Tabs
        label={t('batches.tabs.label')}
        value={tabs.find(({ key }) => key === tab)?.key ?? 'cases'}
        onChange={(key) => changeAddress({ tab: key === 'cases' ? '' : key })}
        tabs={tabs}
      />
      {isPlacing && <PlaceInvoicesDialog batch={batch} onClose={() => setPlacing(false)} />}
    </Page>
  )
}
