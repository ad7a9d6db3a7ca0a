import { useState } from 'react'
import { NewScriptDialog } from '../features/scripts/new-script-dialog.tsx'
import { ScriptsFilters } from '../features/scripts/scripts-filters.tsx'
import { NewScriptButton, ScriptsTable } from '../features/scripts/scripts-table.tsx'
import { useText } from '../locales/i18n.tsx'
import { useAddress } from '../session/address.ts'
import { useSavedHeaders } from '../session/settings.ts'
import { WithCustomer } from '../session/with-customer.tsx'
import { Page } from '../ui/page.tsx'

export function ScriptsScreen() {
  const t = useText()
  const [filters, onFilters] = useAddress(['q', 'active'])
  const { headers, onHeaders } = useSavedHeaders('scriptHeaders')
  const [isAsked, setAsked] = useState(false)
  const ask = () => setAsked(true)
  return (
    <Page
      title={t('scripts.title')}
      mainAction={<NewScriptButton onPress={ask} />}
      filters={<ScriptsFilters filters={filters} onFilters={onFilters} headers={headers} onHeaders={onHeaders} />}
    >
      <WithCustomer>
        {(customerID) => (
          <>
            <ScriptsTable
              customerID={customerID}
              filters={filters}
              onFilters={onFilters}
              headers={headers}
              onHeaders={onHeaders}
              onNew={ask}
            />
            {isAsked && <NewScriptDialog customerID={customerID} onClose={() => setAsked(false)} />}
          </>
        )}
      </WithCustomer>
    </Page>
  )
}
