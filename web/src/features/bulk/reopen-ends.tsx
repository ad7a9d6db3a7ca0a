import { bulkApi } from '@regie/contract/bulk.ts'
import type { RequestOf } from '@regie/contract/endpoint.ts'
import { useApi } from '../../api/use-api.ts'
import { formatNumber } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { Notice } from '../../ui/notice.tsx'

/** Which of many cases would close again by themselves after they are reopened. */
export function ReopenEnds({ asked }: { asked: RequestOf<typeof bulkApi.reopenQuestion>['body'] }) {
  const t = useText()
  const { data } = useApi(bulkApi.reopenQuestion, { body: asked }, { staleMs: 0 })
  return (
    <div aria-live="polite">
      {data !== undefined && data.expired > 0 && (
        <Notice tone="warning">{t('batches.reopen.expired', { count: data.expired, total: formatNumber(data.expired) })}</Notice>
      )}
      {data !== undefined && data.scriptEnds > 0 && (
        <Notice tone="warning">
          {t('batches.reopen.scriptEnds', { checked: formatNumber(data.checked), total: formatNumber(data.scriptEnds) })}
        </Notice>
      )}
    </div>
  )
}
