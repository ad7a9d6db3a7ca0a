import { Right } from '@regie/contract/right-codes.ts'
import { fileDaysKept, fileTabs } from '@regie/contract/stored-files.ts'
import { BulkBar } from '../features/bulk/bulk-bar.tsx'
import { FilesBulk } from '../features/stored-files/files-bulk.tsx'
import { FilesTable } from '../features/stored-files/files-table.tsx'
import { fileFilterNames, tabOf, useStoredFiles } from '../features/stored-files/stored-files-data.ts'
import styles from '../features/stored-files/stored-files.module.css'
import { useText } from '../locales/i18n.tsx'
import { paths } from '../paths.ts'
import { useAddress, useGoTo } from '../session/address.ts'
import { useTickedRows } from '../session/ticked-rows.ts'
import { useRight } from '../session/use-right.ts'
import { WithCustomer } from '../session/with-customer.tsx'
import { Button } from '../ui/button.tsx'
import { ChipChoice } from '../ui/chip-choice.tsx'
import { Icon } from '../ui/icon.tsx'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { SearchInput } from '../ui/search-input.tsx'

export function FilesScreen() {
  return <WithCustomer>{(customerID) => <Files key={customerID} customerID={customerID} />}</WithCustomer>
}

function Files({ customerID }: { customerID: number }) {
  const t = useText()
  const goTo = useGoTo()
  const [{ tab: named }, changeTab] = useAddress(['tab', ...fileFilterNames])
  const [filters, onFilters] = useAddress(fileFilterNames)
  const tab = tabOf(named)
  const list = useStoredFiles(customerID, tab, filters)
  const [chosen, setChosen] = useTickedRows(`files ${tab} of customer ${customerID}`)
  const mayUpload = useRight(Right.uploadFiles)
  const files = list.rows.filter(({ fileID }) => chosen.has(String(fileID)))
  const clear = () => setChosen(new Set())
  return (
    <Page
      title={t('storedFiles.title')}
      subtitle={t('storedFiles.subtitle')}
      mainAction={
        mayUpload ? (
          <Button kind="main" icon={<Icon name="upload" size={16} />} onPress={() => goTo(paths.upload())}>
            {t('storedFiles.empty.upload')}
          </Button>
        ) : undefined
      }
      filters={
        <>
          <ChipChoice
            label={t('storedFiles.title')}
            value={tab}
            onChange={(key) => changeTab({ tab: key === 'batch' ? '' : key, q: '' })}
            options={fileTabs.map((value) => ({ value, label: t(`storedFiles.tabs.${value}`) }))}
          />
          <div className={styles.search}>
            <SearchInput label={t('storedFiles.search')} value={filters.q} onSearch={(q) => onFilters({ q })} />
          </div>
          <span className={styles.spacer} />
          <span className={styles.note}>
            {t('storedFiles.daysKept', { count: list.lastPage?.daysKept ?? fileDaysKept[tab] })}
            {list.lastPage?.scanner === 'off' && ` · ${t('storedFiles.scanner.off')}`}
            {list.lastPage?.scanner === 'on' && ` · ${t('storedFiles.scanner.on')}`}
          </span>
        </>
      }
    >
      {list.lastPage?.scanner === 'away' && (
        <Notice tone="warning" icon="shield" isAlert>
          {t('storedFiles.scanner.away')}
        </Notice>
      )}
      <FilesTable {...{ tab, list, filters, onFilters, chosen }} onChosen={setChosen} />
      {files.length > 0 && (
        <BulkBar
          {...{ label: t('storedFiles.chosen'), chosen: files.length, total: null, isAll: false, onAll: () => undefined, onClear: clear }}
        >
          <FilesBulk customerID={customerID} files={files} onFetched={list.retry} onGone={clear} />
        </BulkBar>
      )}
    </Page>
  )
}
