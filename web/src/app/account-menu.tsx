import { type Locale, locales } from '@regie/contract/locale.ts'
import { loginApi } from '@regie/contract/login.ts'
import { paths } from '../paths.ts'
import { callApi } from '../api/call-api.ts'
import { useLocale, useText } from '../locales/i18n.tsx'
import { saveLocale } from '../locales/saved-locale.ts'
import { showLocale } from '../locales/locale-store.ts'
import { useGoTo } from '../session/address.ts'
import { saveSettings } from '../session/settings.ts'
import { forgetSignIn } from '../session/signed-in-hint.ts'
import { useSession } from '../session/use-session.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { languageNames } from '../ui/language-choice.tsx'
import { Menu } from '../ui/menu.tsx'
import { openHelp } from './app-keys.tsx'

/** Who one is, the language, the keys and the way out. */
export function AccountMenu() {
  const t = useText()
  const goTo = useGoTo()
  const current = useLocale()
  const { username, contactInfo } = useSession()
  const name = [contactInfo.firstName, contactInfo.middleName, contactInfo.lastName].filter((part) => part !== '').join(' ')
  const languages = locales.map((locale) => ({
    key: locale,
    label: languageNames[locale],
    icon: 'language' as const,
    isCurrent: locale === current,
    onPress: () => void changeLocale(locale),
  }))
  return (
    <Menu
      label={t('app.account')}
      trigger={<IconButton icon="user" label={t('app.account')} />}
      items={[
        { key: 'account', label: t('account.title'), icon: 'user', onPress: () => goTo(paths.account()) },
        ...languages,
        { key: 'help', label: t('keys.help'), icon: 'question', onPress: openHelp },
        { key: 'logOut', label: t('login.signOut'), icon: 'logout', onPress: () => void logOut(current) },
      ]}
    >
      {name === '' ? username : `${name} (${username})`}
    </Menu>
  )
}

async function changeLocale(locale: Locale) {
  await showLocale(locale)
  await callApi(loginApi.changeLocale, { body: { locale } }).catch(() => undefined)
}

// A full load: nothing of this user's data stays in the browser's memory for the next.
async function logOut(locale: Locale) {
  await saveSettings()
  await callApi(loginApi.logOut, {}).catch(() => undefined)
  forgetSignIn()
  // The server had the browser forget all it kept; the language of the screens is nobody's data.
  saveLocale(locale)
  location.assign('/login')
}
