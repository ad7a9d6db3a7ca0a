import { QueueChoice } from '../features/wallboard/queue-choice.tsx'
import { WallBoard } from '../features/wallboard/wall-board.tsx'
import { useText } from '../locales/i18n.tsx'
import { paths } from '../paths.ts'
import { useSelection } from '../session/selection.ts'
import { WithCustomer } from '../session/with-customer.tsx'
import { AppLink } from '../ui/app-link.tsx'
import { Page } from '../ui/page.tsx'

export function WallboardScreen() {
  const t = useText()
  const { customerID } = useSelection()
  return (
    <Page
      title={t('menu.screens.wallboard')}
      isFlowing
      actions={<AppLink to={paths.fullWallboard()}>{t('wallboard.full')}</AppLink>}
      filters={customerID !== null && <QueueChoice customerID={customerID} withMulti />}
    >
      <WithCustomer>{(chosen) => <WallBoard key={chosen} customerID={chosen} />}</WithCustomer>
    </Page>
  )
}
