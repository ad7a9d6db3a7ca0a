import { paths } from '../paths.ts'
import { RightsTabs } from '../features/rights/rights-tabs.tsx'
import type { SeenScreen } from '../features/rights/view-as.tsx'
import { useText } from '../locales/i18n.tsx'
import { useAddress } from '../session/address.ts'
import { useSelection } from '../session/selection.ts'
import { Page } from '../ui/page.tsx'

/** The app says which screens its menu leads to. */
export function EditRightsScreen({ screens, menuParts }: { screens: readonly SeenScreen[]; menuParts: readonly string[] }) {
  const t = useText()
  const { customerID } = useSelection()
  const [{ tab }, onAddress] = useAddress(['tab'])
  return (
    <Page title={t('rights.title')} back={{ to: paths.users(), label: t('users.title') }} isFlowing={tab !== '' && tab !== 'matrix'}>
      <RightsTabs
        customerID={customerID}
        tab={tab}
        onTab={(chosen) => onAddress({ tab: chosen })}
        screens={screens}
        menuParts={menuParts}
      />
    </Page>
  )
}
