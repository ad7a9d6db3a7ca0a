import { useMonitorColumns } from '../features/monitor/monitor-columns.tsx'
import { monitorFilterNames } from '../features/monitor/monitor-filter.ts'
import { MonitorTable } from '../features/monitor/monitor-table.tsx'
import { useText } from '../locales/i18n.tsx'
import { useAddress } from '../session/address.ts'
import { useSavedHeaders } from '../session/settings.ts'
import { WithCustomer } from '../session/with-customer.tsx'
import { ColumnChooser } from '../ui/column-chooser.tsx'
import { Page } from '../ui/page.tsx'
import { SearchInput } from '../ui/search-input.tsx'

export function MonitorScreen() {
  const t = useText()
  const [filters, onFilters] = useAddress(monitorFilterNames)
  const columns = useMonitorColumns()
  const { headers, onHeaders } = useSavedHeaders('monitorHeaders')
  return (
    <Page
      title={t('menu.screens.monitor')}
      subtitle={t('monitor.subtitle')}
      filters={
        <>
          <SearchInput
            label={t('monitor.search')}
            placeholder={t('monitor.search')}
            maxLength={80}
            value={filters.q}
            onSearch={(q) => onFilters({ q })}
          />
          <ColumnChooser columns={columns} headers={headers} onHeaders={onHeaders} />
        </>
      }
    >
      <WithCustomer>
        {(customerID, scriptID) => (
          <MonitorTable
            customerID={customerID}
            scriptID={scriptID}
            filters={filters}
            onFilters={onFilters}
            headers={headers}
            onHeaders={onHeaders}
          />
        )}
      </WithCustomer>
    </Page>
  )
}
