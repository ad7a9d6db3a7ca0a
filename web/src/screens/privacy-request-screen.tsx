import { PrivacyDetail } from '../features/privacy/privacy-detail.tsx'
import { usePrivacyRequest } from '../features/privacy/privacy-data.ts'
import { RequestBadge } from '../features/privacy/privacy-list.tsx'
import { HeldCounts } from '../features/retention/held-counts.tsx'
import { useText } from '../locales/i18n.tsx'
import { paths } from '../paths.ts'
import { useRouteId } from '../session/address.ts'
import { NotLoaded } from '../ui/loaded.tsx'
import { Page } from '../ui/page.tsx'

export function PrivacyRequestScreen() {
  const t = useText()
  const requestID = useRouteId('requestID')
  const query = usePrivacyRequest(requestID)
  const { data } = query
  const back = { to: paths.privacy(), label: t('privacy.title') }
  if (data === undefined)
    return (
      <Page title={t('privacy.title')} back={back}>
        <NotLoaded query={query} lines={8} />
      </Page>
    )
  const title = t('privacy.numbered', { kind: t(`privacy.kinds.${data.request.kind}`), id: requestID })
  return (
    <Page title={title} back={back} badge={<RequestBadge request={data.request} />} isFlowing>
      <PrivacyDetail detail={data} heldText={(held) => <HeldCounts held={held} />} reasonText={(reason) => t(`retention.held.${reason}`)} />
    </Page>
  )
}
