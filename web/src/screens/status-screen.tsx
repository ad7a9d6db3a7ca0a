import { StatusView } from '../features/status/status-view.tsx'
import { useStatus } from '../features/status/status-data.ts'
import { formatTime } from '../locales/format.ts'
import { useText } from '../locales/i18n.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Page } from '../ui/page.tsx'

export function StatusScreen() {
  const t = useText()
  const query = useStatus()
  return (
    <Page
      title={t('menu.screens.status')}
      subtitle={query.data === undefined ? t('status.subtitle') : t('status.subtitleAt', { time: formatTime(query.data.at) })}
      isFlowing
    >
      <Loaded query={query} lines={12}>
        {(status) => <StatusView status={status} />}
      </Loaded>
    </Page>
  )
}
