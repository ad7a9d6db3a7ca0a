import { QueueChoice } from '../features/wallboard/queue-choice.tsx'
import { QueueTable } from '../features/wallboard/queue-table.tsx'
import { useText } from '../locales/i18n.tsx'
import { useSelection } from '../session/selection.ts'
import { WithCustomer } from '../session/with-customer.tsx'
import { Page } from '../ui/page.tsx'

export function QueueScreen() {
  const t = useText()
  const { customerID } = useSelection()
  return (
    <Page
      title={t('menu.screens.queue')}
      subtitle={t('wallboard.queueSubtitle')}
      filters={customerID !== null && <QueueChoice customerID={customerID} />}
    >
      <WithCustomer>{(chosen) => <QueueTable key={chosen} customerID={chosen} />}</WithCustomer>
    </Page>
  )
}
