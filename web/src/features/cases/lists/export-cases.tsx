import type { CaseFilter } from '@regie/contract/case-filter.ts'
import type { CaseStatus } from '@regie/contract/cases.ts'
import { caseListColumns, reportApi } from '@regie/contract/reports.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { useState } from 'react'
import { ApiFailure } from '../../../api/api-failure.ts'
import { download } from '../../../api/download.ts'
import { errorText } from '../../../locales/error-text.ts'
import { useLocale, useText } from '../../../locales/i18n.tsx'
import { Can } from '../../../session/can.tsx'
import { notify } from '../../../session/notification.tsx'
import { Button } from '../../../ui/button.tsx'
import { type Column, type ColumnHeader, isShown, mergeHeaders } from '../../../ui/column-settings.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { orderQuery } from '../cases-data.ts'

type ExportCasesProps = {
  of: { customerID: number; batchID?: number; status?: CaseStatus; q?: string } & CaseFilter
  sort: string
  columns: readonly Pick<Column<never>, 'key' | 'isHidden'>[]
  headers: readonly ColumnHeader[]
}

/** The list as it is seen, as a file: the same filters, order and columns; masked as on the screen. */
export function ExportCases({ of, sort, columns, headers }: ExportCasesProps) {
  const t = useText()
  const locale = useLocale()
  const [isBusy, setBusy] = useState(false)
  const shown = mergeHeaders(headers, columns).filter(isShown)
  const keys = shown.map(({ key }) => key).filter((key) => caseListColumns.some((known) => known === key))
  async function save(kind: 'caseBook' | 'cases') {
    setBusy(true)
    try {
      const query = { ...of, ...orderQuery(sort), columns: keys.join(','), locale }
      await download(reportApi[kind], { query }, kind === 'cases' ? 'cases.csv' : 'cases.xlsx')
    } catch (failure) {
      notify(failure instanceof ApiFailure ? errorText(failure.code, failure.params) : t('cases.export.failed'))
    }
    setBusy(false)
  }
  return (
    <Can right={Right.exportReports}>
      {(reason) => {
        const button = (
          <Button icon={<Icon name="download" size={16} />} reason={reason} isBusy={isBusy}>
            {t('cases.export.button')}
          </Button>
        )
        if (reason !== undefined) return button
        return (
          <Menu
            label={t('cases.export.button')}
            trigger={button}
            items={[
              { key: 'xlsx', label: t('cases.export.workbook'), onPress: () => void save('caseBook') },
              { key: 'csv', label: t('cases.export.csv'), onPress: () => void save('cases') },
            ]}
          />
        )
      }}
    </Can>
  )
}
