import { EntryList } from '../features/statements/entry-list.tsx'
import { StatementFiles } from '../features/statements/statement-files.tsx'
import { useStatements } from '../features/statements/statements-data.ts'
import { UploadPanel } from '../features/statements/upload-panel.tsx'
import { useText } from '../locales/i18n.tsx'
import { useAddress } from '../session/address.ts'
import { WithCustomer } from '../session/with-customer.tsx'
import { Button } from '../ui/button.tsx'
import { FilterChips } from '../ui/filter-chips.tsx'
import { Icon } from '../ui/icon.tsx'
import { Page } from '../ui/page.tsx'
import { Stack } from '../ui/stack.tsx'
import { Tabs } from '../ui/tabs.tsx'

export function StatementsScreen() {
  return <WithCustomer>{(customerID) => <Statements key={customerID} customerID={customerID} />}</WithCustomer>
}

const keys = ['open', 'booked', 'ignored', 'files'] as const

function Statements({ customerID }: { customerID: number }) {
  const t = useText()
  const [{ tab, file }, changeAddress] = useAddress(['tab', 'file'])
  const list = useStatements(customerID)
  // Before the first file there is nothing to process.
  const first = list.total?.value === 0 ? 'files' : 'open'
  const shown = keys.find((key) => key === tab) ?? first
  const upload = (
    <Button kind="main" icon={<Icon name="upload" size={16} />} onPress={() => changeAddress({ tab: 'files' })}>
      {t('statements.upload.button')}
    </Button>
  )
  const statementID = /^\d+$/.test(file) ? Number(file) : undefined
  const fileName = list.rows.find((one) => one.statementID === statementID)?.fileName ?? t('statements.files.one')
  const entries = (state: 'open' | 'booked' | 'ignored') => () => (
    <Stack>
      {statementID !== undefined && (
        <FilterChips
          columns={[{ key: 'file', label: t('statements.files.of') }]}
          filters={{ file: { value: file, options: [{ value: file, label: fileName }], onChange: () => changeAddress({ file: '' }) } }}
        />
      )}
      <EntryList key={`${state} ${file}`} customerID={customerID} state={state} statementID={statementID} />
    </Stack>
  )
  return (
    <Page title={t('statements.title')} subtitle={t('statements.subtitle')} mainAction={shown === 'files' ? undefined : upload} isFlowing>
      <Tabs
        label={t('statements.title')}
        value={shown}
        onChange={(key) => changeAddress({ tab: key, ...(key === 'files' && { file: '' }) })}
        tabs={[
          { key: 'open', label: t('statements.tabs.open'), count: list.lastPage?.open, content: entries('open') },
          { key: 'booked', label: t('statements.tabs.booked'), content: entries('booked') },
          { key: 'ignored', label: t('statements.tabs.ignored'), content: entries('ignored') },
          {
            key: 'files',
            label: t('statements.tabs.files'),
            count: list.total?.value,
            content: () => (
              <Stack>
                <UploadPanel
                  customerID={customerID}
                  hasSample={list.lastPage?.hasSample ?? false}
                  // It stays where it is told what became of the file.
                  onTaken={() => changeAddress({ tab: 'files' })}
                />
                <StatementFiles list={list} />
              </Stack>
            ),
          },
        ]}
      />
    </Page>
  )
}
