import { caseFiltersQuery, noFilters } from '../features/cases/filters/case-filters.ts'
import type { Filter } from '../features/mass-messages/message-draft.ts'
import { useOrders, useTemplates } from '../features/mass-messages/messages-data.ts'
import { NewMessage } from '../features/mass-messages/new-message.tsx'
import { OrderList } from '../features/mass-messages/order-list.tsx'
import { type Who, WhoForm } from '../features/mass-messages/who-form.tsx'
import { useViews } from '../features/views/views-data.ts'
import { useText } from '../locales/i18n.tsx'
import { paths } from '../paths.ts'
import { useAddress } from '../session/address.ts'
import { readChosenCases } from '../session/chosen-cases.ts'
import { EmptyToFill } from '../session/empty-to-fill.tsx'
import { WithCustomer } from '../session/with-customer.tsx'
import { AppLink } from '../ui/app-link.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Page } from '../ui/page.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { Right } from '@regie/contract/right-codes.ts'

/** Messages to many: put one together, and see what became of those that were sent. */
export function CommunicationsScreen() {
  const t = useText()
  return (
    <Page title={t('menu.screens.communications')} isFlowing>
      <WithCustomer>{(customerID) => <Boards key={customerID} customerID={customerID} />}</WithCustomer>
    </Page>
  )
}

function Boards({ customerID }: { customerID: number }) {
  const t = useText()
  const [{ tab }, changeAddress] = useAddress(['tab'])
  const working = useOrders(customerID).data?.length
  return (
    <Tabs
      label={t('menu.screens.communications')}
      value={tab === 'orders' ? 'orders' : 'new'}
      onChange={(key) => changeAddress({ tab: key === 'new' ? '' : key })}
      tabs={[
        { key: 'new', label: t('massMessages.new'), content: () => <Compose customerID={customerID} /> },
        { key: 'orders', label: t('massMessages.orders.title'), count: working, content: () => <OrderList customerID={customerID} /> },
      ]}
    />
  )
}

const whoNames = ['ticked', 'batch', 'view', 'status', 'tab'] as const

function Compose({ customerID }: { customerID: number }) {
  const t = useText()
  const [{ tab: _tab, ...who }, changeAddress] = useAddress(whoNames)
  const templates = useTemplates(customerID)
  const views = useViews(customerID, 'cases') ?? []
  const chosen = readChosenCases(customerID)
  const view = views.find(({ viewID }) => String(viewID) === who.view)
  const isTicked = who.ticked !== '' && chosen !== null
  const filter = isTicked ? chosen.filter : filterOf(who, view?.filters ?? {})
  return (
    <Loaded query={templates} lines={8}>
      {(offered) =>
        offered.length === 0 ? (
          <EmptyToFill
            icon="mail"
            title={t('massMessages.noTemplates')}
            text={t('massMessages.noTemplatesText')}
            right={Right.viewTemplates}
            action={<AppLink to={paths.editor('email')}>{t('menu.screens.editor')}</AppLink>}
          />
        ) : (
          <NewMessage
            customerID={customerID}
            filter={filter}
            templates={offered}
            failedChannel={isTicked ? chosen.failedChannel : undefined}
            who={<WhoForm customerID={customerID} who={who} ticked={chosen?.count ?? null} views={views} onChange={changeAddress} />}
            onSent={() => changeAddress({ tab: 'orders' })}
          />
        )
      }
    </Loaded>
  )
}

/** What batch, view and state together mean; a batch and a state that are chosen here go before those of the view. */
function filterOf({ batch, status }: Who, view: Readonly<Record<string, string>>): Filter {
  const batchID = Number(batch || view['batch'] || 0)
  const q = view['q'] ?? ''
  return {
    ...caseFiltersQuery({ ...noFilters, ...view, status: status === '' ? (view['status'] ?? 'open') : status }),
    ...(batchID > 0 && { batchID }),
    ...(q !== '' && { q }),
  }
}
