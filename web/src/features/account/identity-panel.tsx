import { type Locale, locales } from '@regie/contract/locale.ts'
import { loginApi } from '@regie/contract/login.ts'
import { callApi } from '../../api/call-api.ts'
import { groupName } from '../../locales/group-name.ts'
import { useLocale, useText } from '../../locales/i18n.tsx'
import { showLocale } from '../../locales/locale-store.ts'
import { SelectInput } from '../../ui/inputs.tsx'
import { KeyValueList } from '../../ui/key-value-list.tsx'
import { languageNames } from '../../ui/language-choice.tsx'
import { Panel } from '../../ui/panel.tsx'
import type { Account } from './account-data.ts'
import { Stack } from '../../ui/stack.tsx'

/** Who one is here, and in which language. */
export function IdentityPanel({ account }: { account: Account }) {
  const t = useText()
  const current = useLocale()
  return (
    <Panel title={account.username}>
      <Stack>
        <KeyValueList items={[{ key: 'groups', label: t('account.groups'), value: account.groups.map(groupName).join(', ') }]} />
        <SelectInput
          label={t('account.language')}
          help={t('account.languageHelp')}
          value={current}
          onChange={(locale) => void changeLocale(locale as Locale)}
          options={locales.map((value) => ({ value, label: languageNames[value] }))}
        />
      </Stack>
    </Panel>
  )
}

async function changeLocale(locale: Locale) {
  await showLocale(locale)
  await callApi(loginApi.changeLocale, { body: { locale } }).catch(() => undefined)
}
