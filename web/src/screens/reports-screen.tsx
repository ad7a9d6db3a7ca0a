import { definitionNames, definitionOf, placeOf, readChoices, type ReportChoices, searchNames } from '../features/reports/report-choices.ts'
import { ReportWizard } from '../features/reports/report-wizard.tsx'
import { useOpenView } from '../features/views/use-open-view.ts'
import { ViewMenu } from '../features/views/view-menu.tsx'
import { ViewNotice } from '../features/views/view-notice.tsx'
import { useText } from '../locales/i18n.tsx'
import { useAddress, useGoTo, useReportPlace } from '../session/address.ts'
import { useSelection } from '../session/selection.ts'
import { WithCustomer } from '../session/with-customer.tsx'
import { Page } from '../ui/page.tsx'

// A definition has its columns in its filters, each with its heading.
const noColumns = { columns: [], own: { headers: [], onHeaders: () => undefined }, knows: () => true }

/** A report of batches or of a script, in three steps; every choice stands in the address. */
export function ReportsScreen() {
  const t = useText()
  const { params, step } = useReportPlace()
  const [search, changeSearch] = useAddress(searchNames)
  const { customerID } = useSelection()
  const goTo = useGoTo()
  const filters = Object.fromEntries(definitionNames.map((name) => [name, search[name]]))
  const view = useOpenView({ list: 'reports', customerID, filters, ...noColumns })
  const choices = readChoices(params, search)
  function onChoices(changed: Partial<ReportChoices>) {
    const next = { ...choices, ...changed }
    // The days of a report of a script stand in its path.
    if (step !== 'source' && next.kind === 'script' && (changed.from ?? changed.until) !== undefined) return goTo(placeOf(step, next))
    const { kind, batchIDs, scriptID, from, until } = next
    const days = kind === 'script' && step !== 'source' ? {} : { from, until }
    changeSearch({
      ...definitionOf(next),
      ...days,
      ...(step === 'source' && { kind: kind === 'script' ? kind : '', batches: batchIDs.join(','), script: String(scriptID ?? '') }),
    })
  }
  return (
    <Page
      title={t('reports.title')}
      subtitle={t('reports.subtitle')}
      actions={<ViewMenu view={view} />}
      isFlowing={step !== 'source'}
      {...(step !== 'source' && {
        back: { to: placeOf(step === 'output' ? 'columns' : 'source', choices), label: t(`reports.backTo.${step}`) },
      })}
    >
      <WithCustomer>
        {(customerID, scriptID) => (
          <ReportWizard {...{ customerID, scriptID, step, choices, onChoices }} notice={<ViewNotice view={view} />} />
        )}
      </WithCustomer>
    </Page>
  )
}
